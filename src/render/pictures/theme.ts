/** One look for all pictures: calm, dark, readable on a phone. Discord shows them 550 wide at most. */
export const THEME = {
  background: '#101418',
  panel: '#1a2027',
  line: '#2c353f',
  text: '#f1f4f7',
  dim: '#9aa7b4',
  /** The first side, and the second: told apart by brightness, too. */
  team_1: '#3ddc97',
  team_2: '#5aa9ff',
  warning: '#ffb454',
  /** One font in several files, each for the letters that the ones before it lack. */
  font: 'Inter latin, Inter latin-ext, Inter greek, Inter cyrillic, Inter vietnamese',
} as const;

/** The width of every picture; twice what Discord shows, so that text stays sharp. */
export const WIDTH = 1_000;

/** Around every picture. */
export const PADDING = 40;

export const SIZES = { fine: 24, small: 26, normal: 30, large: 40 } as const;
