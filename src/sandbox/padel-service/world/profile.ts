/** What the service speaks: the specification, or what the public service says beyond it today. */
export const PROFILES = ['specification', 'today'] as const;

export type Profile = (typeof PROFILES)[number];
