/** A wrong request of a person or a script; its text says what is expected, and they read it. */
export class Complaint extends Error {
  override readonly name = 'Complaint';
}
