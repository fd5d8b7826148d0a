/** A wrong request of a person or a script; its text, which they see, says what is expected. */
export class Complaint extends Error {
  override readonly name = 'Complaint';
}
