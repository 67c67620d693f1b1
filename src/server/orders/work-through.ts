/** So many things are done at once: what they wait for is elsewhere, and the database has connections for others. */
const atOnce = 8

/**
 * Does one thing to each of many, in their order and eight at once, so that one that is slow keeps no other
 * waiting. What fails is told to `failed`; it ends neither the others nor the whole.
 */
export async function workThrough<T>(
  all: readonly T[],
  act: (one: T) => Promise<unknown>,
  failed: (thrown: unknown, one: T) => void,
): Promise<void> {
  const rest = all.values()
  const worker = async () => {
    for (const one of rest) await act(one).catch((thrown: unknown) => failed(thrown, one))
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker))
}
