/** Which API the service serves: the specification, or what the public service has beyond it today. */
export const PROFILES = ['specification', 'today'] as const;

export type Profile = (typeof PROFILES)[number];

/** What is served where nobody says otherwise. */
export const DEFAULT_PROFILE: Profile = 'specification';
