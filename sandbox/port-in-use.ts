/** Why a server could not listen. @param option what chooses another port */
export const portInUse = (error: unknown, option = '--port'): string => {
  const port = error instanceof Error && 'port' in error ? ` ${String(error.port)}` : '';
  return `Port${port} is in use: choose another one with ${option}.`;
};
