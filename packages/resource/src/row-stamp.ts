/** Columns that every row has besides its fields. */
export interface RowStamp {
  readonly id: number;
  readonly rowVersion: number;
  readonly createdAt: Date;
  readonly createdBy: number | null;
  readonly updatedAt: Date | null;
  readonly updatedBy: number | null;
}
export type RowKeys = keyof RowStamp & string;
