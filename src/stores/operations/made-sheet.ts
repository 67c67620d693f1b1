import { atom } from 'nanostores'
import type { Answer, Failure } from '../../contract/envelope.ts'

/** Name of the sheet that is being made; one at a time. */
export const making = atom<string | null>(null)

/**
 * Has a sheet made and leads to it: the browser saves it and stays on the page. The failure where there is one, null
 * after it worked or while another is under way.
 */
export async function takeSheet(
  name: string,
  ask: () => Promise<Answer<{ readonly url: string }>>,
): Promise<Failure | null> {
  if (making.get() !== null) return null
  making.set(name)
  const answer = await ask()
  making.set(null)
  if (!answer.ok) return answer.failure
  location.assign(answer.content.url)
  return null
}
