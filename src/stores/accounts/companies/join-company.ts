import { api } from '../../../client/browser.ts'
import { companiesCalls } from '../../../contract/accounts/companies.ts'
import { createForm } from '../../form-store.ts'
import { moveFailureToField } from '../failure-at-field.ts'
import { refreshSession } from '../session.ts'

/** Form to join a company by invitation link or code. */
export const joinForm = createForm({
  schema: companiesCalls.joinOrg.input,
  inputOf: (values: { readonly inviteCode: string }) => values,
  submit: async (input) =>
    moveFailureToField(await api.accounts.joinOrg(input), {
      invitationGone: 'inviteCode',
      invitationOther: 'inviteCode',
    }),
})

export function startJoinForm(): void {
  if (joinForm.values.get() === null) joinForm.start({ inviteCode: '' })
}

/** Joins; returns the company's name, undefined if refused. */
export async function joinCompany(): Promise<string | undefined> {
  const joined = await joinForm.submit()
  if (joined === undefined) return undefined
  await refreshSession()
  return joined.companyName
}
