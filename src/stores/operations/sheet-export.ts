import { atom } from 'nanostores'
import type { Answer, Failure } from '../../contract/envelope.ts'

/** Name of the sheet that is being exported; one at a time. */
export const exportingSheet = atom<string | null>(null)

/**
 * Requests a sheet and navigates to its URL, which the browser downloads. Returns the failure, or null on success and
 * while another export runs.
 */
export async function exportSheet(
  name: string,
  ask: () => Promise<Answer<{ readonly url: string }>>,
): Promise<Failure | null> {
  if (exportingSheet.get() !== null) return null
  exportingSheet.set(name)
  const answer = await ask()
  exportingSheet.set(null)
  if (!answer.ok) return answer.failure
  location.assign(answer.content.url)
  return null
}
