#!/bin/sh
# compose.yaml runs this once, when it creates the database. The bot's role owns its database and is not a
# superuser. The superuser has no password and can only log in from inside the container.
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role bandeja login password :'password';
create database bandeja owner bandeja;
alter role postgres password null;
SQL
