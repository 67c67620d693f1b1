import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { otherCodeThan, registerPerson } from '../../support/sign-up.ts'
import { invitationScene } from '../../support/scenes/accounts/invitation.ts'
import { colleague, freshInvitation, invitationTo, newAccount, proven } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')

const { invite, listed, seen, noticesOf } = invitationScene(() => app)
describe('acceptance', () => {
  test('creates the account of a new number only with code, name, password and consent', async () => {
    const account = newAccount()
    await invite(owner, { mobile: account.mobile, jobTitle: '采购' })
    const client = visitor(app)
    const token = await invitationTo(app, account.mobile)
    const { api } = client
    contentOf(await api.accounts.invitationCodeSend({ token }))
    const smsCode = await lastCode(app, account.mobile)
    expect(failureOf(await api.accounts.invitationCodeCheck({ token, smsCode: otherCodeThan(smsCode) }))).toBe(
      'codeWrong',
    )
    // A code is bound to its browser; another one cannot use it.
    expect(failureOf(await visitor(app).api.accounts.invitationCodeCheck({ token, smsCode }))).toBe('codeWrong')
    const proof = contentOf(await api.accounts.invitationCodeCheck({ token, smsCode }))
    expect(proof.loginName).toBe('')
    const accept = (more: object = {}) =>
      api.accounts.invitationAccept({ token, ticket: proof.ticket, ...more }).then((answer) => answer)
    const whole = { loginName: account.loginName, password: account.password, agreed: true }
    expect(fieldsWithErrors(await accept())).toEqual(['loginName', 'password', 'agreed'])
    expect(fieldsWithErrors(await accept({ ...whole, password: account.loginName }))).toEqual(['password'])
    expect(failureOf(await accept({ ...whole, loginName: 'SELLER' }))).toBe('loginNameUsed')
    expect(failureOf(await api.accounts.invitationAccept({ token, ticket: 'x', ...whole }))).toBe('ticketSpent')
    expect(await app.db.$count(users, eq(users.mobileHash, account.mobile))).toBe(0)
    const { userInfo } = contentOf(await accept(whole))
    expect(userInfo).toMatchObject({ companyId: 1, realName: '文澜' })
    expect(failureOf(await accept(whole))).toBe('invitationGone')
    const [row] = await app.db.select().from(users).where(eq(users.id, userInfo.userId))
    expect(row).toMatchObject({ jobTitle: '采购', isOwner: false, agreementVersion: expect.stringMatching(/./) })
    const { userId } = contentOf(await owner.api.accounts.profile({}))
    expect((await noticesOf(userId))[0]).toBe('文澜 已接受邀请，成为贵企业的成员')
  })

  test('joins an existing user, who was notified in the message centre', async () => {
    const person = await registerPerson(app, visitor(app))
    const { mobile, loginName, userId } = person
    await ageCodes(app, mobile, 61)
    const { invitationId } = await invite(owner, { mobile })
    expect((await noticesOf(userId))[0]).toBe('成都衡序医药科技有限公司 邀请您成为其成员')
    const client = visitor(app)
    const token = await invitationTo(app, mobile)
    contentOf(await client.api.accounts.invitationCodeSend({ token }))
    const smsCode = await lastCode(app, mobile)
    const proof = contentOf(await client.api.accounts.invitationCodeCheck({ token, smsCode }))
    expect(proof.loginName).toBe(loginName)
    const { userInfo } = contentOf(await client.api.accounts.invitationAccept({ token, ticket: proof.ticket }))
    expect(userInfo).toMatchObject({ userId, companyId: 1 })
    expect(await listed(invitationId, owner)).toBeUndefined()
    contentOf(await visitor(app).api.accounts.login({ loginName, password: person.password }))
  })

  test('reports obstacles only after the code: another company, a locked account', async () => {
    const taken = await colleague(app, other, [])
    const locked = await registerPerson(app, visitor(app))
    await app.db.update(users).set({ locked: true }).where(eq(users.id, locked.userId))
    const [row] = await app.db.select().from(users).where(eq(users.id, taken.userId))
    for (const [mobile, failure] of [
      [row?.mobile ?? '', 'inCompany'],
      [locked.mobile, 'accountLocked'],
    ] as const) {
      await ageCodes(app, mobile, 61)
      const { invitationId } = await invite(owner, { mobile })
      await expect(proven(app, visitor(app), mobile)).rejects.toThrow(failure === 'inCompany' ? '1044' : '1002')
      expect((await listed(invitationId, owner))?.status).toBe('open')
    }
  })

  test('creates one account under parallel requests', async () => {
    const account = newAccount()
    await invite(owner, { mobile: account.mobile })
    const client = visitor(app)
    const proof = await proven(app, client, account.mobile)
    const made = { ...proof, loginName: account.loginName, password: account.password, agreed: true }
    const answers = await Promise.all(Array.from({ length: 6 }, () => client.api.accounts.invitationAccept(made)))
    expect(answers.map(failureOf).filter((failure) => failure === 'none')).toHaveLength(1)
    expect(await app.db.$count(users, eq(users.mobileHash, account.mobile))).toBe(1)
  })

  test('is limited to its own call: registering and joining reject the link', async () => {
    const token = await freshInvitation(app, owner)
    const alone = visitor(app)
    await registerPerson(app, alone)
    expect(failureOf(await alone.api.accounts.joinOrg({ inviteCode: token }))).toBe('invitationGone')
    const { url } = contentOf(await owner.api.accounts.invitationSave({}))
    expect(await seen(/invite=([\w-]+)/.exec(url)?.[1] ?? '')).toBe('invitationGone')
  })
})
