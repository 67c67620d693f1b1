import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { companies, invitations } from '../../../src/db/tables/accounts.ts'
import { outboxMessages } from '../../../src/db/tables/operations.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { missingId } from '../../support/sentinels.ts'
import { invitationScene } from '../../support/scenes/accounts/invitation.ts'
import { accepted, colleague, invitationTo, newAccount, roleWith } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
const other = clientForFile(app, 'buyer2')

const { invite, listed, seen, noticesOf } = invitationScene(() => app)
const expire = (invitationId: number) =>
  app.db
    .update(invitations)
    .set({ expiresAt: new Date(Date.now() - 1_000) })
    .where(eq(invitations.id, invitationId))

describe('the invitation', () => {
  test('is sent as one SMS with a link, stored as a hash, and listed as waiting', async () => {
    const roleId = await roleWith(owner, ['my_orders'])
    const { mobile } = newAccount()
    const { invitationId, token } = await invite(owner, { mobile, jobTitle: '采购', roleIds: [roleId] })
    const sent = await app.db.select().from(outboxMessages).where(eq(outboxMessages.recipientHash, mobile))
    expect(sent).toHaveLength(1)
    expect(sent[0]?.text).toContain('成都衡序医药科技有限公司')
    // Names typed by members are not sent to strangers.
    expect(sent[0]?.text).not.toContain('文澜')
    const [row] = await app.db.select().from(invitations).where(eq(invitations.id, invitationId))
    expect(JSON.stringify(row)).not.toContain(token)
    expect(await listed(invitationId, owner)).toMatchObject({ status: 'open', realName: '文澜', jobTitle: '采购' })
    expect((await listed(invitationId, owner))?.mobile).toBe(`${mobile.slice(0, 3)}****${mobile.slice(-4)}`)
    expect((await listed(invitationId, owner))?.roles.map((role) => role.roleId)).toEqual([roleId])
    expect(await listed(invitationId, other)).toBeUndefined()
  })

  test('is found in the list like accounts, on its first page', async () => {
    const roleId = await roleWith(owner, ['my_orders'])
    const { mobile } = newAccount()
    const { invitationId } = await invite(owner, { mobile, realName: '寻之', roleIds: [roleId] })
    const found = async (input: object) =>
      contentOf(await owner.api.accounts.subAccounts(input)).invitations.map((row) => row.invitationId)
    expect(await found({ keyword: '寻' })).toEqual([invitationId])
    expect(await found({ keyword: mobile })).toEqual([invitationId])
    expect(await found({ keyword: mobile.slice(0, 10) })).toEqual([])
    expect(await found({ roleId })).toEqual([invitationId])
    expect(await found({ locked: false })).toEqual([])
    expect(await found({ current: 2 })).toEqual([])
  })

  test('shows inviter, company and roles, and nothing after its end', async () => {
    const roleId = await roleWith(owner, ['my_orders'])
    const { mobile } = newAccount()
    const { invitationId, token } = await invite(owner, { mobile, roleIds: [roleId] })
    const shown = contentOf(await visitor(app).api.accounts.invitation({ token }))
    expect(shown).toMatchObject({ companyName: '成都衡序医药科技有限公司', invitedBy: '仲晓妮', realName: '文澜' })
    expect(shown.roles).toHaveLength(1)
    expect(JSON.stringify(shown)).not.toContain(mobile)
    await expire(invitationId)
    expect(await seen(token)).toBe('invitationGone')
    expect((await listed(invitationId, owner))?.status).toBe('expired')
    // The number can be invited again; the old invitation leaves the list.
    await invite(owner, { mobile })
    expect(await listed(invitationId, owner)).toBeUndefined()
    expect(await seen('x'.repeat(43))).toBe('invitationGone')
    expect(fieldsWithErrors(await visitor(app).api.accounts.invitation({ token: '' }))).toEqual(['token'])
  })

  test('is invalid once its sender loses the permission, until a colleague resends it', async () => {
    const giver = await colleague(app, owner, ['add_sub_account', 'subAccount'])
    const { invitationId, token } = await invite(giver.client, { mobile: newAccount().mobile })
    contentOf(await owner.api.accounts.subAccountUpdate({ userId: giver.userId, roleIds: [] }))
    expect(await seen(token)).toBe('invitationGone')
    contentOf(await owner.api.accounts.invitationResend({ invitationId }))
    expect((await listed(invitationId, owner))?.invitedBy).toBe('仲晓妮')
  })
})

describe('declined, withdrawn, sent again', () => {
  test('declined by its link: the inviter is notified, the number can be invited again', async () => {
    const { mobile } = newAccount()
    const { invitationId, token } = await invite(owner, { mobile })
    contentOf(await visitor(app).api.accounts.invitationDecline({ token }))
    expect(failureOf(await visitor(app).api.accounts.invitationDecline({ token }))).toBe('invitationGone')
    expect((await listed(invitationId, owner))?.status).toBe('declined')
    const { userId } = contentOf(await owner.api.accounts.profile({}))
    expect((await noticesOf(userId))[0]).toBe('文澜 未接受贵企业的邀请')
    expect(failureOf(await owner.api.accounts.invitationResend({ invitationId }))).toBe('stepNotAllowed')
    await invite(owner, { mobile })
  })

  test('withdrawn: the link is invalid, the row leaves the list', async () => {
    const { invitationId, token } = await invite(owner, { mobile: newAccount().mobile })
    expect(failureOf(await other.api.accounts.invitationRevoke({ invitationId }))).toBe('notFound')
    contentOf(await owner.api.accounts.invitationRevoke({ invitationId }))
    expect(await seen(token)).toBe('invitationGone')
    expect(await listed(invitationId, owner)).toBeUndefined()
    expect(failureOf(await owner.api.accounts.invitationResend({ invitationId }))).toBe('stepNotAllowed')
  })

  test('resent: a new link for seven days, the old link is invalid; at most three SMS a day', async () => {
    const { mobile } = newAccount()
    const { invitationId, token } = await invite(owner, { mobile })
    await expire(invitationId)
    contentOf(await owner.api.accounts.invitationResend({ invitationId }))
    const again = await invitationTo(app, mobile)
    expect(again).not.toBe(token)
    expect([await seen(token), await seen(again)]).toEqual(['invitationGone', 'none'])
    contentOf(await owner.api.accounts.invitationResend({ invitationId }))
    const refused = await owner.api.accounts.invitationResend({ invitationId })
    expect(failureOf(refused)).toBe('invitationsUsedUp')
    expect(refused.ok ? '' : refused.failure.message).toContain('24 小时后可再试')
    // All companies are counted together; the last link still works.
    const theirs = await other.api.accounts.subAccountSave({ mobile, realName: '文澜' })
    expect(failureOf(theirs)).toBe('invitationsUsedUp')
    await accepted(app, { ...newAccount(), mobile })
    expect(failureOf(await owner.api.accounts.invitationResend({ invitationId }))).toBe('stepNotAllowed')
  })

  test('requires the permission, a certified company, and permissions that the sender has', async () => {
    const roleId = await roleWith(owner, ['goods_manage'])
    const { invitationId } = await invite(owner, { mobile: newAccount().mobile, roleIds: [roleId] })
    const resend = (by: Client, id = invitationId) => by.api.accounts.invitationResend({ invitationId: id })
    expect(failureOf(await resend(visitor(app)))).toBe('sessionInvalid')
    expect(failureOf(await resend(await signInAs(app, 'sub')))).toBe('forbidden')
    expect(failureOf(await resend(other))).toBe('notFound')
    expect(failureOf(await resend(owner, missingId))).toBe('notFound')
    const giver = await colleague(app, owner, ['add_sub_account'])
    expect(failureOf(await resend(giver.client))).toBe('roleBeyond')
    const own = eq(companies.id, 1)
    await app.db.update(companies).set({ certification: 'expired' }).where(own)
    expect(failureOf(await resend(owner))).toBe('certificationExpired')
    await app.db.update(companies).set({ certification: 'approved' }).where(own)
    expect(failureOf(await resend(owner))).toBe('none')
  })
})
