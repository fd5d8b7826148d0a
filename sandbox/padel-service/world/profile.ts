/** Which API the service serves: the specification, or what the public service has beyond it today. */
export const PROFILES = ['specification', 'today'] as const;

export type Profile = (typeof PROFILES)[number];
