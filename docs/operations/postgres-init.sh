#!/bin/sh
# compose.yaml runs this once, when its database is made. The bot's role owns its own database, and is no
# superuser. The superuser keeps no password: it is let in from inside the container alone.
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username=postgres --dbname=postgres <<'SQL'
\getenv password POSTGRES_PASSWORD
create role bandeja login password :'password';
create database bandeja owner bandeja;
alter role postgres password null;
SQL
