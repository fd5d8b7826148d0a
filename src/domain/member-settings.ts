/** What a member chose for their own answers and direct messages. */
export interface MemberSettings {
  /** The language of private answers; null for that of their Discord. */
  readonly locale: string | null;
  /** IANA; null when they chose none. */
  readonly timeZone: string | null;
  /** Their answers and direct messages come with covered scores. */
  readonly hidesScores: boolean;
  /** The language of their Discord as they chose that; null when unknown. */
  readonly discordLocale: string | null;
}

export const NO_CHOICES: MemberSettings = {
  locale: null,
  timeZone: null,
  hidesScores: false,
  discordLocale: null,
};
