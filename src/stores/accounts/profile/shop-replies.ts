import { atom } from 'nanostores'
import { z } from 'zod'
import { api } from '../../../client/browser.ts'
import { preferencesCalls, type ShopReplies } from '../../../contract/accounts/preferences.ts'
import { validateAnswerHours } from '../../../domain/chat/answer-hours.ts'
import type { LinkPreviewKind } from '../../../domain/chat/content.ts'
import { quickPhrases } from '../../../domain/chat/phrases.ts'
import { invalidateShopChatTexts } from '../../chat/shop-chat-texts.ts'
import { loadable } from '../../loadable.ts'
import { createForm } from '../../form-store.ts'

export const phraseKinds = ['service', 'market', 'demand'] as const
const places = [0, 1, 2] as const
export type PhraseName = `${(typeof phraseKinds)[number]}${(typeof places)[number]}`

const replyValues = z.object({
  greeting: z.string(),
  awayReply: z.string(),
  answersFrom: z.string(),
  answersUntil: z.string(),
  service0: z.string(),
  service1: z.string(),
  service2: z.string(),
  market0: z.string(),
  market1: z.string(),
  market2: z.string(),
  demand0: z.string(),
  demand1: z.string(),
  demand2: z.string(),
})
export type ReplyValues = z.output<typeof replyValues>

/** Names of a kind's three phrase fields. */
export const phraseNames = (kind: LinkPreviewKind): readonly PhraseName[] =>
  places.map((place): PhraseName => `${kind}${place}`)
/** Values of a kind's three phrase fields. */
export const phrasesIn = (values: ReplyValues, kind: LinkPreviewKind): string[] =>
  phraseNames(kind).map((name) => values[name])

function valuesOf({ quickPhrases: own, ...rest }: ShopReplies): ReplyValues {
  const phrase = (kind: LinkPreviewKind, place: number) => (own[kind] ?? quickPhrases[kind])[place] ?? ''
  return {
    ...rest,
    service0: phrase('service', 0),
    service1: phrase('service', 1),
    service2: phrase('service', 2),
    market0: phrase('market', 0),
    market1: phrase('market', 1),
    market2: phrase('market', 2),
    demand0: phrase('demand', 0),
    demand1: phrase('demand', 1),
    demand2: phrase('demand', 2),
  }
}

/** Whether a kind's phrases equal the defaults; then none are saved. */
export function hasDefaultPhrases(values: ReplyValues, kind: LinkPreviewKind): boolean {
  const typed = phrasesIn(values, kind).map((phrase) => phrase.trim())
  return typed.every((phrase, place) => phrase === quickPhrases[kind][place])
}

function inputOf(values: ReplyValues): z.input<typeof preferencesCalls.shopRepliesSave.input> {
  const own = (kind: LinkPreviewKind) => (hasDefaultPhrases(values, kind) ? {} : { [kind]: phrasesIn(values, kind) })
  const { greeting, awayReply, answersFrom, answersUntil } = values
  const phrases = { ...own('service'), ...own('market'), ...own('demand') }
  return { greeting, awayReply, answersFrom, answersUntil, quickPhrases: phrases }
}

/** The kind of the shown phrases. */
export const phraseKind = atom<LinkPreviewKind>('service')

const part = loadable<ShopReplies>()
/** Automatic replies of the shop, as saved on the server. */
export const shopReplies = part.state
export const shopRepliesForm = createForm({
  schema: preferencesCalls.shopRepliesSave.input,
  inputOf,
  validate: validateAnswerHours,
  fieldNames: Object.fromEntries(
    phraseKinds.flatMap((kind) => phraseNames(kind).map((name, place) => [`quickPhrases.${kind}.${place}`, name])),
  ),
  submit: api.accounts.shopRepliesSave,
  draft: { name: 'shop-replies', shape: replyValues },
})

/** Loads the replies and starts the form with the user's draft if any. */
export async function loadShopReplies(userId: number): Promise<void> {
  await part.load(() => api.accounts.shopReplies({}))
  const now = shopReplies.get()
  if (now.at === 'ready' && shopRepliesForm.values.get() === null) shopRepliesForm.start(valuesOf(now.content), userId)
}

/** Resets a kind's phrases to the defaults. */
export function resetPhrases(kind: LinkPreviewKind): void {
  for (const [place, name] of phraseNames(kind).entries())
    shopRepliesForm.setText(name, quickPhrases[kind][place] ?? '')
}

/** Discards edits and shows the saved values. */
export function resetShopReplies(): void {
  const now = shopReplies.get()
  if (now.at === 'ready') shopRepliesForm.reset(valuesOf(now.content))
}

/** Shows the first kind with an invalid phrase. */
function showWrongPhrases(): void {
  const now = shopRepliesForm.submitState.get()
  const faulty = new Set<string>(now.at === 'refused' ? now.fieldErrors.map(({ field }) => field) : [])
  const wrong = phraseKinds.find((kind) => phraseNames(kind).some((name) => faulty.has(name)))
  if (wrong !== undefined) phraseKind.set(wrong)
}

/** Saves and invalidates the chat texts of this page; true on success. */
export async function saveShopReplies(): Promise<boolean> {
  // Validate first, so that the invalid fields are rendered before the focus moves.
  if (!shopRepliesForm.validate()) {
    showWrongPhrases()
    return false
  }
  const saved = await shopRepliesForm.submit()
  if (saved === undefined) {
    showWrongPhrases()
    return false
  }
  part.update(() => saved)
  invalidateShopChatTexts()
  return true
}
