/**
 * Problems that members see. Each has a text in the locale files, `error.<problem>`: what happened, and
 * what to do next.
 */
export type Problem =
  | 'unexpected'
  | 'unknown-player'
  | 'unknown-player-suggestions'
  | 'unknown-pair'
  | 'unknown-tournament'
  | 'unknown-day'
  | 'unknown-match'
  | 'no-such-match'
  | 'no-such-ranking'
  | 'ambiguous-name'
  | 'same-player'
  | 'too-many-players'
  | 'mixed-categories'
  | 'live-unread'
  | 'not-in-plan'
  | 'not-found'
  | 'service-refuses-token'
  | 'service-refuses-request'
  | 'service-busy'
  | 'quota-spent'
  | 'service-down'
  | 'service-unreadable'
  | 'directory-empty'
  | 'directory-partial'
  | 'directory-partial-suggestions'
  | 'server-only'
  | 'privacy-server-only'
  | 'no-alert-channel'
  | 'no-permission'
  | 'missing-channel-permissions'
  | 'nothing-to-follow'
  | 'nothing-named'
  | 'pair-or-players'
  | 'no-partner'
  | 'never-paired'
  | 'unknown-country'
  | 'nothing-to-unfollow'
  | 'not-followed-me'
  | 'not-followed-channel'
  | 'tournament-over'
  | 'channel-follow-needs-permission'
  | 'operator-only'
  | 'unknown-webhook'
  | 'webhook-refused'
  | 'no-webhook'
  | 'several-webhooks'
  | 'webhook-address'
  | 'webhook-not-in-plan'
  | 'webhook-not-offered'
  | 'webhook-unsure'
  | 'match-over'
  | 'member-follows-off'
  | 'direct-closed'
  | 'not-for-alerts'
  | 'role-everyone'
  | 'too-many-roles'
  | 'proof-refused'
  | 'proof-failed'
  | 'no-alerts-there'
  | 'unknown-time'
  | 'unknown-hour'
  | 'quiet-all-day'
  | 'unknown-zone'
  | 'unknown-kind'
  | 'unknown-level'
  | 'outdated-control'
  | 'alerts-removed'
  | 'blocked'
  | 'block-yourself'
  | 'unknown-id'
  | 'cooldown-member'
  | 'cooldown-server'
  | 'too-many-follows';

/**
 * Values in the text. Strings come from outside and are escaped; a channel becomes a mention, an
 * instant (milliseconds) a relative time.
 */
export type ProblemValues = Readonly<
  Record<string, string | { readonly channelId: string } | { readonly at: number }>
>;

/**
 * The only error that a member sees: the dispatcher shows `error.<problem>` in the member's language.
 * Its message is for the log.
 */
export class UserError extends Error {
  readonly problem: Problem;
  readonly values: ProblemValues;

  constructor(problem: Problem, values: ProblemValues = {}, options?: ErrorOptions) {
    super(problem, options);
    this.name = new.target.name;
    this.problem = problem;
    this.values = values;
  }
}
