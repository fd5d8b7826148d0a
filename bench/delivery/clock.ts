/** The machine's monotonic clock, milliseconds: the same one in every process. */
export const machineNow = (): number => Number(process.hrtime.bigint()) / 1e6;
