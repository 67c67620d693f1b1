import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations } from '../../../src/db/tables/accounts.ts'
import type { Loaded } from '../../../src/stores/loadable.ts'
import { invitationTo } from '../../support/scenes/accounts/people.ts'
import type { TestApp } from '../../support/app.ts'
import { signInAs, contentOf, visitor } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { goodPassword, registerPerson } from '../../support/sign-up.ts'
import { openPage } from '../page.ts'
import { signedIn } from '../demands/signed-in.ts'

/** None of these accounts has a second step. */
const ask = () => Promise.reject(new Error('A second step is asked for'))

const ready = <T>(state: Loaded<T>): T => {
  if (state.at !== 'ready') throw new Error(`It is ${state.at}`)
  return state.content
}

/** Opens the link of the newest invitation of a number. */
async function openLink(app: TestApp, mobile: string) {
  const token = await invitationTo(app, mobile)
  const client = visitor(app)
  const page = openPage(app, client, `/login/invitation?token=${token}`)
  const answer = await import('../../../src/stores/accounts/sub-accounts/answer-invitation.ts')
  answer.startInvitation(token)
  return { answer, page, token }
}

test('an invitation is sent, resent and withdrawn in the account list', async () => {
  const page = await signedIn('buyer')
  const address = await import('../../../src/stores/accounts/sub-accounts/people-query.ts')
  const list = await import('../../../src/stores/accounts/sub-accounts/sub-accounts.ts')
  const forms = await import('../../../src/stores/accounts/sub-accounts/sub-account-form.ts')
  const steps = await import('../../../src/stores/accounts/sub-accounts/invitations.ts')
  address.startPeopleQuery(() => undefined)
  forms.openNewAccount()
  forms.newAccountForm.setText('realName', '许知遥')
  forms.newAccountForm.setText('mobile', '171 8888 0101')
  const { invitationId } = (await forms.newAccountForm.submit()) ?? { invitationId: 0 }
  await list.loadPeople()
  const first = () => ready(list.people.get()).data.find(list.isInvited)
  expect(first()).toMatchObject({ invitationId, realName: '许知遥', status: 'open', invitedBy: '仲晓妮' })
  expect(ready(list.people.get()).total).toBe(
    ready(list.people.get()).data.filter((row) => !list.isInvited(row)).length,
  )

  const both = await Promise.all([steps.resendInvitation(invitationId), steps.resendInvitation(invitationId)])
  expect(both.map((answer) => answer?.ok)).toEqual([true, undefined])
  expect((await steps.resendInvitation(invitationId))?.ok).toBe(true)
  expect(await steps.resendInvitation(invitationId)).toMatchObject({ ok: false, failure: { code: 1096 } })
  await page.app.db
    .update(invitations)
    .set({ expiresAt: new Date(0) })
    .where(eq(invitations.id, invitationId))
  await list.loadPeople()
  expect(first()?.status).toBe('expired')
  steps.openRevocation(invitationId)
  page.network.cut = true
  expect(await steps.revokeInvitation()).toBe(false)
  expect(steps.invitationRevocation.get()).toMatchObject({ at: 'asking', failure: { code: 0 } })
  page.network.cut = false
  expect(await steps.revokeInvitation()).toBe(true)
  await list.loadPeople()
  expect(first()).toBeUndefined()
}, 60_000)

test('a new person verifies the number, a reload needs no new SMS, sets a password and is signed in', async () => {
  const owner = await signedIn('buyer')
  const mobile = '17188880102'
  contentOf(await owner.client.api.accounts.subAccountSave({ mobile, realName: '许知遥' }))
  const { answer, page, token } = await openLink(owner.app, mobile)
  expect(answer.answerStep.get()).toBe('prove')
  expect(await answer.invitationCode.send(token, '')).toEqual([])
  expect(answer.invitationCode.state.get()).toMatchObject({ at: 'waiting' })
  expect(await answer.proveInvitedMobile('12')).toBe(false)
  expect(answer.proofState.get()).toMatchObject({ at: 'refused', fieldErrors: [{ field: 'smsCode' }] })
  page.network.cut = true
  expect(await answer.proveInvitedMobile(await lastCode(owner.app, mobile))).toBe(false)
  expect(answer.answerStep.get()).toBe('prove')
  page.network.cut = false
  expect(await answer.proveInvitedMobile(`验证码 ${await lastCode(owner.app, mobile)}，请勿告诉他人`)).toBe(true)
  expect([answer.answerStep.get(), answer.existingLoginName.get()]).toEqual(['account', ''])

  page.reload()
  const again = await import('../../../src/stores/accounts/sub-accounts/answer-invitation.ts')
  again.startInvitation(token)
  expect(again.answerStep.get()).toBe('account')
  expect(await again.acceptInvitation({ loginName: '', password: '', agreed: false }, ask)).toBe(false)
  expect(again.acceptState.get()).toMatchObject({
    fieldErrors: [{ field: 'loginName' }, { field: 'password' }, { field: 'agreed' }],
  })
  const typed = { loginName: 'seller', password: goodPassword, agreed: true }
  expect(await again.acceptInvitation(typed, ask)).toBe(false)
  expect(again.acceptState.get()).toMatchObject({ fieldErrors: [{ field: 'loginName' }] })
  const entered = await Promise.all([
    again.acceptInvitation({ ...typed, loginName: 'xuzhiyao' }, ask),
    again.acceptInvitation({ ...typed, loginName: 'xuzhiyao' }, ask),
  ])
  expect(entered).toEqual([true, false])
  const { session } = await import('../../../src/stores/accounts/session.ts')
  expect(session.get()).toMatchObject({ at: 'in', user: { realName: '许知遥', companyId: 1 } })
}, 60_000)

test('an existing person needs only the code; membership in another company is reported after it', async () => {
  const owner = await signedIn('buyer')
  const person = await registerPerson(owner.app, visitor(owner.app))
  await ageCodes(owner.app, person.mobile, 61)
  contentOf(await owner.client.api.accounts.subAccountSave({ mobile: person.mobile, realName: '别名' }))
  const other = await signInAs(owner.app, 'buyer2')
  contentOf(await other.api.accounts.subAccountSave({ mobile: person.mobile, realName: '别名' }))
  const theirs = await invitationTo(owner.app, person.mobile)
  const { answer } = await openLink(owner.app, person.mobile)
  expect(await answer.invitationCode.send(theirs, '')).toEqual([])
  expect(await answer.proveInvitedMobile(await lastCode(owner.app, person.mobile))).toBe(true)
  expect(answer.existingLoginName.get()).toBe(person.loginName)
  expect(await answer.acceptInvitation({ loginName: '', password: '', agreed: false }, ask)).toBe(true)

  // Now in a company, the person opens another invitation.
  await ageCodes(owner.app, person.mobile, 61)
  contentOf(await owner.client.api.accounts.invitationResend({ invitationId: await firstOf(owner.app, person.mobile) }))
  const second = await openLink(owner.app, person.mobile)
  expect(await second.answer.invitationCode.send(second.token, '')).toEqual([])
  expect(await second.answer.proveInvitedMobile(await lastCode(owner.app, person.mobile))).toBe(false)
  expect(second.answer.proofState.get()).toMatchObject({
    fieldErrors: [{ field: 'form', message: '您的账号已属于一家企业，不能再加入另一家' }],
  })
}, 60_000)

const firstOf = async (app: TestApp, mobile: string): Promise<number> => {
  const [row] = await app.db
    .select()
    .from(invitations)
    .where(eq(invitations.mobileHash, mobile))
    .orderBy(invitations.id)
  return row?.id ?? 0
}

test('declining ends the link; an invalid link is reported', async () => {
  const owner = await signedIn('buyer')
  const mobile = '17188880103'
  contentOf(await owner.client.api.accounts.subAccountSave({ mobile, realName: '许知遥' }))
  const { answer, token } = await openLink(owner.app, mobile)
  expect(await answer.declineInvitation()).toBe(true)
  expect(answer.answerStep.get()).toBe('declined')
  const again = await openLink(owner.app, mobile)
  again.answer.startInvitation(token)
  expect(await again.answer.proveInvitedMobile('123456')).toBe(false)
  expect(again.answer.answerStep.get()).toBe('gone')
}, 60_000)
