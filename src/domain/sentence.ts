/**
 * What a person typed as a sentence that others may follow: people end with a full stop, with a comma, or with nothing.
 * Question and exclamation marks stay as they are.
 */
export function sentence(typed: string): string {
  const words = typed.trimEnd().replace(/(?<![。．，、；：.,;:])[。．，、；：.,;:]+$/u, '')
  return /[！？!?…]$/u.test(words) ? words : `${words}。`
}
