/** Formats milliseconds for people. */
export const milliseconds = (value: number): string => {
  if (!Number.isFinite(value)) return 'never';
  if (value >= 10_000) return `${(value / 1_000).toFixed(0)} s`;
  if (value >= 1_000) return `${(value / 1_000).toFixed(1)} s`;
  return `${value.toFixed(value < 100 ? 1 : 0)} ms`;
};

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
