/** Rows as aligned columns; numbers to the right. */
export const table = (rows: readonly (readonly (string | number)[])[]): string => {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, String(cell).length);
    });
  }
  const padded = (cell: string | number, column: number): string => {
    const width = widths[column] ?? 0;
    return typeof cell === 'number' || column > 0
      ? String(cell).padStart(width)
      : cell.padEnd(width);
  };
  return rows.map((row) => `  ${row.map(padded).join('   ')}`).join('\n');
};

/** The value below which a share (0 to 1) of the values lies. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? NaN;
