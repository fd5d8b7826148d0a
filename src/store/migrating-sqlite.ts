import { SqliteAdapter, SqliteDialect } from 'kysely';

/** SQLite undoes a change of the schema with its transaction: a migration is made whole or not at all. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite as Bandeja speaks to it. */
export class MigratingSqlite extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
