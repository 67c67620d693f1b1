import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { invitations } from '../../../src/db/tables/accounts.ts'
import type { Loaded } from '../../../src/stores/loaded.ts'
import { invitationTo } from '../../calls/accounts/people.ts'
import type { TestApp } from '../../support/app.ts'
import { as, contentOf, visitor } from '../../support/client.ts'
import { lastCode, letCodesAge } from '../../support/codes.ts'
import { goodPassword, registered } from '../../support/sign-up.ts'
import { openPage } from '../page.ts'
import { signedIn } from '../demands/signed-in.ts'

/** The second step, which none of these accounts has. */
const ask = () => Promise.reject(new Error('A second step is asked for'))

const ready = <T>(state: Loaded<T>): T => {
  if (state.at !== 'ready') throw new Error(`It is ${state.at}`)
  return state.content
}

/** Opens the link of the newest invitation of a number, as its person does. */
async function openLink(app: TestApp, mobile: string) {
  const token = await invitationTo(app, mobile)
  const client = visitor(app)
  const page = openPage(app, client, `/login/invitation?token=${token}`)
  const answer = await import('../../../src/stores/accounts/answer-invitation.ts')
  answer.begin(token)
  return { answer, page, token }
}

test('somebody is invited, sent to again, and withdrawn, beside the accounts', async () => {
  const page = await signedIn('buyer')
  const address = await import('../../../src/stores/accounts/people-address.ts')
  const list = await import('../../../src/stores/accounts/sub-accounts.ts')
  const forms = await import('../../../src/stores/accounts/sub-account-form.ts')
  const steps = await import('../../../src/stores/accounts/invitations.ts')
  address.start(() => undefined)
  forms.openNew()
  forms.newForm.setText('realName', '许知遥')
  forms.newForm.setText('mobile', '171 8888 0101')
  const { invitationId } = (await forms.newForm.send()) ?? { invitationId: 0 }
  await list.load()
  const first = () => ready(list.people.get()).data.find(list.isInvited)
  expect(first()).toMatchObject({ invitationId, realName: '许知遥', status: 'open', invitedBy: '仲晓妮' })
  expect(ready(list.people.get()).total).toBe(
    ready(list.people.get()).data.filter((row) => !list.isInvited(row)).length,
  )

  const both = await Promise.all([steps.resend(invitationId), steps.resend(invitationId)])
  expect(both.map((answer) => answer?.ok)).toEqual([true, undefined])
  expect((await steps.resend(invitationId))?.ok).toBe(true)
  expect(await steps.resend(invitationId)).toMatchObject({ ok: false, failure: { code: 1096 } })
  await page.app.db
    .update(invitations)
    .set({ expiresAt: new Date(0) })
    .where(eq(invitations.id, invitationId))
  await list.load()
  expect(first()?.status).toBe('expired')
  steps.askRevoke(invitationId)
  page.line.cut = true
  expect(await steps.revoke()).toBe(false)
  expect(steps.revoking.get()).toMatchObject({ at: 'asking', failure: { code: 0 } })
  page.line.cut = false
  expect(await steps.revoke()).toBe(true)
  await list.load()
  expect(first()).toBeUndefined()
}, 60_000)

test('a new person proves the number, a reload costs nothing, sets a password and is in', async () => {
  const owner = await signedIn('buyer')
  const mobile = '17188880102'
  contentOf(await owner.client.api.accounts.subAccountSave({ mobile, realName: '许知遥' }))
  const { answer, page, token } = await openLink(owner.app, mobile)
  expect(answer.step.get()).toBe('prove')
  expect(await answer.invitationCode.send(token, '')).toEqual([])
  expect(answer.invitationCode.state.get()).toMatchObject({ at: 'waiting' })
  expect(await answer.prove('12')).toBe(false)
  expect(answer.proving.get()).toMatchObject({ at: 'refused', faults: [{ field: 'smsCode' }] })
  page.line.cut = true
  expect(await answer.prove(await lastCode(owner.app, mobile))).toBe(false)
  expect(answer.step.get()).toBe('prove')
  page.line.cut = false
  expect(await answer.prove(`验证码 ${await lastCode(owner.app, mobile)}，请勿告诉他人`)).toBe(true)
  expect([answer.step.get(), answer.knownAccount.get()]).toEqual(['account', ''])

  page.reload()
  const again = await import('../../../src/stores/accounts/answer-invitation.ts')
  again.begin(token)
  expect(again.step.get()).toBe('account')
  expect(await again.accept({ loginName: '', password: '', agreed: false }, ask)).toBe(false)
  expect(again.accepting.get()).toMatchObject({
    faults: [{ field: 'loginName' }, { field: 'password' }, { field: 'agreed' }],
  })
  const typed = { loginName: 'seller', password: goodPassword, agreed: true }
  expect(await again.accept(typed, ask)).toBe(false)
  expect(again.accepting.get()).toMatchObject({ faults: [{ field: 'loginName' }] })
  const entered = await Promise.all([
    again.accept({ ...typed, loginName: 'xuzhiyao' }, ask),
    again.accept({ ...typed, loginName: 'xuzhiyao' }, ask),
  ])
  expect(entered).toEqual([true, false])
  const { session } = await import('../../../src/stores/accounts/session.ts')
  expect(session.get()).toMatchObject({ at: 'in', user: { realName: '许知遥', companyId: 1 } })
}, 60_000)

test('an existing person is asked for nothing but the code; another company stands in the way, said after it', async () => {
  const owner = await signedIn('buyer')
  const person = await registered(owner.app, visitor(owner.app))
  await letCodesAge(owner.app, person.mobile, 61)
  contentOf(await owner.client.api.accounts.subAccountSave({ mobile: person.mobile, realName: '别名' }))
  const other = await as(owner.app, 'buyer2')
  contentOf(await other.api.accounts.subAccountSave({ mobile: person.mobile, realName: '别名' }))
  const theirs = await invitationTo(owner.app, person.mobile)
  const { answer } = await openLink(owner.app, person.mobile)
  expect(await answer.invitationCode.send(theirs, '')).toEqual([])
  expect(await answer.prove(await lastCode(owner.app, person.mobile))).toBe(true)
  expect(answer.knownAccount.get()).toBe(person.loginName)
  expect(await answer.accept({ loginName: '', password: '', agreed: false }, ask)).toBe(true)

  // Now of a company, the person opens what else came.
  await letCodesAge(owner.app, person.mobile, 61)
  contentOf(await owner.client.api.accounts.invitationResend({ invitationId: await firstOf(owner.app, person.mobile) }))
  const second = await openLink(owner.app, person.mobile)
  expect(await second.answer.invitationCode.send(second.token, '')).toEqual([])
  expect(await second.answer.prove(await lastCode(owner.app, person.mobile))).toBe(false)
  expect(second.answer.proving.get()).toMatchObject({
    faults: [{ field: 'form', message: '您的账号已属于一家企业，不能再加入另一家' }],
  })
}, 60_000)

const firstOf = async (app: TestApp, mobile: string): Promise<number> => {
  const [row] = await app.db.select().from(invitations).where(eq(invitations.mobile, mobile)).orderBy(invitations.id)
  return row?.id ?? 0
}

test('declined, the link is over; one that is over says so', async () => {
  const owner = await signedIn('buyer')
  const mobile = '17188880103'
  contentOf(await owner.client.api.accounts.subAccountSave({ mobile, realName: '许知遥' }))
  const { answer, token } = await openLink(owner.app, mobile)
  expect(await answer.decline()).toBe(true)
  expect(answer.step.get()).toBe('declined')
  const again = await openLink(owner.app, mobile)
  again.answer.begin(token)
  expect(await again.answer.prove('123456')).toBe(false)
  expect(again.answer.step.get()).toBe('gone')
}, 60_000)
