import { atom } from 'nanostores'
import { api } from '../../client/browser.ts'
import type { DemandAnnexes } from '../../contract/demands/annexes.ts'
import type { Failure } from '../../contract/envelope.ts'
import { loadable } from '../loaded.ts'

/** The confidential part of one demand as it stands to the person's company. */
const part = loadable<DemandAnnexes>()
export const annexes = part.state

/** The terms, over the page. */
export type Terms =
  | { readonly at: 'shut' }
  | { readonly at: 'reading' | 'sending'; readonly agreed: boolean; readonly failure: Failure | null }
export const terms = atom<Terms>({ at: 'shut' })

/** The confidential part of the description: opened by a press, for every opening is logged. */
export type ConfidentialText =
  | { readonly at: 'shut' | 'opening' }
  | { readonly at: 'failed'; readonly failure: Failure }
  | { readonly at: 'open'; readonly text: string }
export const text = atom<ConfidentialText>({ at: 'shut' })

let shown: number | null = null

export async function load(): Promise<void> {
  const demandId = shown
  if (demandId !== null) await part.load(() => api.demands.demandAnnexes({ demandId }))
}

/** Shows the confidential part of a demand. */
export async function start(demandId: number): Promise<void> {
  if (shown !== demandId) {
    part.reset()
    terms.set({ at: 'shut' })
    text.set({ at: 'shut' })
  }
  shown = demandId
  await load()
}

export const readTerms = (): void => terms.set({ at: 'reading', agreed: false, failure: null })
export const agree = (agreed: boolean): void => {
  const now = terms.get()
  if (now.at === 'reading') terms.set({ ...now, agreed, failure: null })
}
export function shutTerms(): void {
  if (terms.get().at === 'reading') terms.set({ at: 'shut' })
}

const newTerms = '条款刚刚更新，请重新阅读后再接受'

/** Accepts the terms that are shown, for the company. Other terms by now are shown anew and must be agreed to again. */
export async function accept(): Promise<void> {
  const now = terms.get()
  const seen = annexes.get()
  if (shown === null || now.at !== 'reading' || seen.at !== 'ready' || seen.content.state !== 'closed') return
  if (!now.agreed) {
    const failure = { code: 400, message: '请先勾选“已阅读并代表本企业同意”', content: null }
    return terms.set({ ...now, failure })
  }
  terms.set({ at: 'sending', agreed: true, failure: null })
  const answer = await api.demands.annexAccept({ demandId: shown, termsHash: seen.content.termsHash })
  if (answer.ok || answer.failure.code >= 1000 || answer.failure.code === 404) {
    await load()
    return terms.set({ at: 'shut' })
  }
  const { failure } = answer
  const changed = failure.code === 409
  if (changed) await load()
  terms.set({ at: 'reading', agreed: !changed, failure: changed ? { ...failure, message: newTerms } : failure })
}

/** Opens the text; what keeps it shut by now is read anew. */
export async function openText(): Promise<void> {
  const demandId = shown
  if (demandId === null || text.get().at === 'opening') return
  text.set({ at: 'opening' })
  const answer = await api.demands.annexText({ demandId })
  if (answer.ok) return text.set({ at: 'open', text: answer.content.text })
  text.set({ at: 'failed', failure: answer.failure })
  if (answer.failure.code >= 1000) await load()
}
export const shutText = (): void => text.set({ at: 'shut' })
