import type { z } from 'zod'
import { api } from '../../client/browser.ts'
import { userCardsCalls } from '../../contract/accounts/user-cards.ts'
import { loadable } from '../loaded.ts'
import { typedForm } from '../typed-form.ts'

export type UserCard = z.output<typeof userCardsCalls.userCard.output>
export type CardValues = Omit<UserCard, 'userId' | 'companyName'>

const part = loadable<UserCard>()
/** The own business card, as partners and colleagues read it. */
export const card = part.state
export const form = typedForm({
  schema: userCardsCalls.userCardSave.input,
  inputOf: (values: CardValues) => values,
  send: api.accounts.userCardSave,
})

export async function load(): Promise<void> {
  await part.load(() => api.accounts.userCard({}))
  const now = card.get()
  if (now.at === 'ready' && form.values.get() === null) form.begin(valuesOf(now.content))
}

const valuesOf = ({ name, jobTitle, department, mobile, email, wechat, intro }: UserCard): CardValues => ({
  ...{ name, jobTitle, department, mobile, email, wechat, intro },
})

/** Saves the card. True when it worked. */
export const save = async (): Promise<boolean> => (await form.send()) !== undefined
