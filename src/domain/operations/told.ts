/** A notice as it comes over push: that something happened, and where. */
export interface Told {
  readonly kind: 'notice'
  readonly title: string
  /** Own path that leads to it. */
  readonly path: string
}

/** True for a notice; whatever else comes over push belongs to others. */
export function isTold(message: unknown): message is Told {
  if (typeof message !== 'object' || message === null) return false
  const fields = new Map<string, unknown>(Object.entries(message))
  return fields.get('kind') === 'notice' && ['title', 'path'].every((name) => typeof fields.get(name) === 'string')
}
