import {
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type DatabaseConnection,
  type SqliteDialectConfig,
} from 'kysely';

/** SQLite undoes a change of the schema with its transaction: a migration is made whole or not at all. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const NOTHING_TO_UNDO = 'cannot rollback - no transaction is active';

/** A full disk undoes the transaction by itself: that there is none left would hide why. */
class UndoneDriver extends SqliteDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error) || error.message !== NOTHING_TO_UNDO) throw error;
    }
  }
}

/** SQLite as Bandeja speaks to it. */
export class MigratingSqlite extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new UndoneDriver(this.#config);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
