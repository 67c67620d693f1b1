import { api } from '../../client/browser.ts'
import { companiesCalls } from '../../contract/accounts/companies.ts'
import { typedForm } from '../typed-form.ts'
import { atField } from './at-field.ts'
import { refreshSession } from './session.ts'

/** Joining a company by an invitation: the whole link, or the code in it. */
export const form = typedForm({
  schema: companiesCalls.joinOrg.input,
  inputOf: (values: { readonly inviteCode: string }) => values,
  send: async (input) =>
    atField(await api.accounts.joinOrg(input), { invitationGone: 'inviteCode', invitationOther: 'inviteCode' }),
})

export function start(): void {
  if (form.values.get() === null) form.begin({ inviteCode: '' })
}

/** Joins. The company's name, or undefined when it did not work. */
export async function join(): Promise<string | undefined> {
  const joined = await form.send()
  if (joined === undefined) return undefined
  await refreshSession()
  return joined.companyName
}
