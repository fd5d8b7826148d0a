/** Who may publish and listen: the application's id, public key and secret. */
export interface RealtimeApp {
  readonly appId: string;
  readonly key: string;
  readonly secret: string;
}

/** The one application of the sandbox. Its secret guards nothing: everything is on loopback. */
export const SANDBOX_APP: RealtimeApp = {
  appId: 'sandbox',
  key: 'sandbox',
  secret: 'sandbox-secret',
};
