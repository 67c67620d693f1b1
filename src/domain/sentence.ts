/**
 * Ends a typed text with a full stop, so that another sentence can follow; other final punctuation is replaced.
 * Question and exclamation marks stay.
 */
export function sentence(typed: string): string {
  const words = typed.trimEnd().replace(/(?<![。．，、；：.,;:])[。．，、；：.,;:]+$/u, '')
  return /[！？!?…]$/u.test(words) ? words : `${words}。`
}
