import type { Client, FieldDef } from 'pg';

/** Parts of the driver's connection that describing needs. */
interface Wire {
  parse(message: { readonly text: string; readonly name: string; readonly types: readonly number[] }): void;
  describe(message: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** Columns that PostgreSQL reports for a statement without running it; empty for one that returns no rows. */
export function describe(client: Client, text: string): Promise<readonly FieldDef[]> {
  return new Promise((done, refuse) => {
    let fields: readonly FieldDef[] = [];
    const statement = {
      submit(wire: Wire): void {
        wire.parse({ text, name: '', types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription(message: { readonly fields: readonly FieldDef[] }): void {
        fields = message.fields;
      },
      handleError(error: unknown): void {
        refuse(error as Error);
      },
      handleReadyForQuery(): void {
        done(fields);
      },
    };
    client.query(statement as never);
  });
}

const typesByOid: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'Buffer',
  18: 'string',
  19: 'string',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  700: 'number',
  701: 'number',
  1042: 'string',
  1043: 'string',
  1082: 'string',
  1184: 'Date',
  1700: 'string',
  2950: 'string',
};

/** The type in which the driver hands out a column; undefined for one that no reader declares plainly. */
export const typeOf = ({ dataTypeID }: FieldDef): string | undefined => typesByOid[dataTypeID];
