/** Maximum of parallel actions, so that database connections remain for other work. */
const concurrency = 8

/**
 * Runs an action for each item in order, eight at a time, so that a slow one does not block the others. Errors are
 * passed to `onError` and do not stop the rest.
 */
export async function forEachConcurrent<T>(
  items: readonly T[],
  action: (one: T) => Promise<unknown>,
  onError: (thrown: unknown, one: T) => void,
): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const one of rest) await action(one).catch((thrown: unknown) => onError(thrown, one))
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
}
