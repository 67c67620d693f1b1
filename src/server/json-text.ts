/**
 * JSON text of response contents that are composed of stored, already validated parts: such a content is neither
 * validated nor serialised again.
 */
const texts = new WeakMap<object, string>()

/** Records the JSON text of a content. The content must not be changed afterwards. */
export function withJsonText<T extends object>(content: T, text: string): T {
  texts.set(content, text)
  return content
}

/** The recorded JSON text of a content; undefined without one. */
export const jsonTextOf = (content: unknown): string | undefined =>
  typeof content === 'object' && content !== null ? texts.get(content) : undefined
