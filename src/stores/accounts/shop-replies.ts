import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../client/browser.ts'
import { preferencesCalls, type ShopReplies } from '../../contract/accounts/preferences.ts'
import { hoursFaults } from '../../domain/chat/away.ts'
import type { CardKind } from '../../domain/chat/content.ts'
import { quickPhrases } from '../../domain/chat/words.ts'
import { forgetShopWords } from '../chat/shop-words.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'

export const phraseKinds = ['service', 'market', 'demand'] as const
const places = [0, 1, 2] as const
export type PhraseName = `${(typeof phraseKinds)[number]}${(typeof places)[number]}`

const replyValues = z.object({
  ...{ greeting: z.string(), awayReply: z.string(), answersFrom: z.string(), answersUntil: z.string() },
  ...{ service0: z.string(), service1: z.string(), service2: z.string() },
  ...{ market0: z.string(), market1: z.string(), market2: z.string() },
  ...{ demand0: z.string(), demand1: z.string(), demand2: z.string() },
})
export type ReplyValues = z.output<typeof replyValues>

/** Names of the three fields of a kind. */
export const phraseNames = (kind: CardKind): readonly PhraseName[] =>
  places.map((place): PhraseName => `${kind}${place}`)
/** What stands in the three fields of a kind. */
export const phrasesIn = (values: ReplyValues, kind: CardKind): string[] =>
  phraseNames(kind).map((name) => values[name])

function valuesOf({ quickPhrases: own, ...rest }: ShopReplies): ReplyValues {
  const phrase = (kind: CardKind, place: number) => (own[kind] ?? quickPhrases[kind])[place] ?? ''
  return {
    ...rest,
    ...{ service0: phrase('service', 0), service1: phrase('service', 1), service2: phrase('service', 2) },
    ...{ market0: phrase('market', 0), market1: phrase('market', 1), market2: phrase('market', 2) },
    ...{ demand0: phrase('demand', 0), demand1: phrase('demand', 1), demand2: phrase('demand', 2) },
  }
}

/** Whether the phrases of a kind are the product's own: then nothing is kept, and they follow it. */
export function isProductOwn(values: ReplyValues, kind: CardKind): boolean {
  const typed = phrasesIn(values, kind).map((phrase) => phrase.trim())
  return typed.every((phrase, place) => phrase === quickPhrases[kind][place])
}

function inputOf(values: ReplyValues): z.input<typeof preferencesCalls.shopRepliesSave.input> {
  const own = (kind: CardKind) => (isProductOwn(values, kind) ? {} : { [kind]: phrasesIn(values, kind) })
  const { greeting, awayReply, answersFrom, answersUntil } = values
  const phrases = { ...own('service'), ...own('market'), ...own('demand') }
  return { greeting, awayReply, answersFrom, answersUntil, quickPhrases: phrases }
}

/** The kind whose phrases are shown. */
export const phraseKind = atom<CardKind>('service')

const part = loadable<ShopReplies>()
/** What the shop says by itself, as the server holds it. */
export const replies = part.state
export const form = typedForm({
  schema: preferencesCalls.shopRepliesSave.input,
  inputOf,
  own: hoursFaults,
  names: Object.fromEntries(
    phraseKinds.flatMap((kind) => phraseNames(kind).map((name, place) => [`quickPhrases.${kind}.${place}`, name])),
  ),
  send: api.accounts.shopRepliesSave,
  draft: { name: 'shop-replies', shape: replyValues },
})

/** Reads the replies for a person, whose draft stands in the form again. */
export async function load(who: number): Promise<void> {
  await part.load(() => api.accounts.shopReplies({}))
  const now = replies.get()
  if (now.at === 'ready' && form.values.get() === null) form.begin(valuesOf(now.content), who)
}

/** Puts the product's own phrases of a kind back into the form. */
export function resetPhrases(kind: CardKind): void {
  for (const [place, name] of phraseNames(kind).entries()) form.setText(name, quickPhrases[kind][place] ?? '')
}

/** Throws away what was typed: the form shows what the server holds. */
export function startOver(): void {
  const now = replies.get()
  if (now.at === 'ready') form.startOver(valuesOf(now.content))
}

/** Brings the first kind with a wrong phrase before the person's eyes. */
function showWrongPhrases(): void {
  const now = form.sending.get()
  const faulty = new Set<string>(now.at === 'refused' ? now.faults.map(({ field }) => field) : [])
  const wrong = phraseKinds.find((kind) => phraseNames(kind).some((name) => faulty.has(name)))
  if (wrong !== undefined) phraseKind.set(wrong)
}

/** Saves. True when it worked; the chat of this page then reads the words anew. */
export async function save(): Promise<boolean> {
  // At once, so that the wrong phrases stand there when the focus looks for them.
  if (!form.check()) {
    showWrongPhrases()
    return false
  }
  const saved = await form.send()
  if (saved === undefined) {
    showWrongPhrases()
    return false
  }
  part.change(() => saved)
  forgetShopWords()
  return true
}
