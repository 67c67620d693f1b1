/** A pushed notice: title and path. */
export interface PushNotice {
  readonly kind: 'notice'
  readonly title: string
  /** Own path that leads to it. */
  readonly path: string
}

/** Type guard of pushed notices. */
export function isPushNotice(message: unknown): message is PushNotice {
  if (typeof message !== 'object' || message === null) return false
  const fields = new Map<string, unknown>(Object.entries(message))
  return fields.get('kind') === 'notice' && ['title', 'path'].every((name) => typeof fields.get(name) === 'string')
}
