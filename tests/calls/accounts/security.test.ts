import { beforeAll, describe, expect, test, vi } from 'vitest'
import { guessesPerHour } from '../../../src/server/limits.ts'
import { demoPassword } from '../../support/accounts.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { ownAccount } from './own-account.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()
let own: ReturnType<typeof ownAccount>
beforeAll(async () => {
  own = ownAccount(app)
})

const newPassword = 'Yanfa@2027'
/** The proof of the user's own number, as the pages get it. */
async function ownTicket(client: Client, mobile: string | null): Promise<string> {
  await ageCodes(app, mobile ?? '', 86_400)
  contentOf(await client.api.accounts.smsCaptcha({ mobile: '', purpose: 'changeMobile', ...(await plantCaptcha(app)) }))
  const smsCode = await lastCode(app, mobile ?? '')
  return contentOf(await client.api.accounts.mobileCaptchaCheck({ mobile: '', purpose: 'changeMobile', smsCode }))
    .ticket
}

describe('passwordReset', () => {
  test('sets a new password, ends all other sessions with their push connections, and notifies the user', async () => {
    const [here, there, away] = [
      await signInAs(app, 'buyer'),
      await signInAs(app, 'buyer'),
      await signInAs(app, 'buyer'),
    ]
    const { mobile, email } = await own.rowOf('buyer')
    const ended = vi.spyOn(app.runtime.push, 'endSession')
    const answer = await here.api.accounts.passwordReset({ oldPassword: demoPassword, newPassword })
    expect(contentOf(answer)).toEqual({ ended: 2 })
    expect(ended).toHaveBeenCalledTimes(2)
    ended.mockRestore()
    expect(failureOf(await there.api.accounts.profile({}))).toBe('sessionInvalid')
    expect(failureOf(await away.api.accounts.profile({}))).toBe('sessionInvalid')
    expect(contentOf(await here.api.accounts.profile({})).passwordChangedAt).not.toBeNull()
    expect([await own.login('buyer', demoPassword), await own.login('buyer', newPassword)]).toEqual([
      'wrongPassword',
      'none',
    ])
    expect((await own.notices(mobile ?? ''))[0]).toContain('sms 您的登录密码已修改')
    expect((await own.notices(email ?? ''))[0]).toContain('mail 您的登录密码已修改')
    const { data } = contentOf(await here.api.accounts.ownOperations({}))
    expect(data.find(({ action }) => action === '修改密码')).toMatchObject({ userId: await own.idOf(here) })
    await own.change('buyer', { passwordHash: (await own.rowOf('buyer2')).passwordHash })
  })

  test('validates the new password before counting an attempt', async () => {
    const buyer = await signInAs(app, 'buyer2')
    const reset = (wanted: string, oldPassword = demoPassword) =>
      buyer.api.accounts.passwordReset({ oldPassword, newPassword: wanted })
    for (const wanted of ['kurz1', 'nurbuchstaben', '20262026', 'x'.repeat(33), demoPassword]) {
      expect(fieldsWithErrors(await reset(wanted, wanted === demoPassword ? demoPassword : 'wrong'))).toEqual([
        'newPassword',
      ])
    }
    expect(fieldsWithErrors(await reset(newPassword, ''))).toEqual(['oldPassword'])
    const answer = await reset(newPassword, 'wrong')
    expect(failureOf(answer)).toBe('wrongPassword')
    expect(answer.ok || answer.failure.content).toEqual({ left: guessesPerHour - 1 })
    expect(await own.login('buyer2', demoPassword)).toBe('none')
  })

  test('limits attempts per hour, also under parallel requests', async () => {
    const seller = await signInAs(app, 'seller2')
    const guess = () => seller.api.accounts.passwordReset({ oldPassword: 'wrong1234', newPassword })
    const answers = await Promise.all(Array.from({ length: guessesPerHour }, guess))
    expect(new Set(answers.map(failureOf))).toEqual(new Set(['wrongPassword']))
    // They are counted together with those of signing in, where even the correct password has to wait now.
    const signIn = await visitor(app).api.accounts.login({ loginName: 'seller2', password: demoPassword })
    expect(signIn.ok || signIn.failure.code).toBe(1003)
    expect((await own.rowOf('seller2')).passwordChangedAt).toBeNull()
  })

  test('accepts one of two parallel changes', async () => {
    const [one, two] = [await signInAs(app, 'seller3'), await signInAs(app, 'seller3')]
    const answers = await Promise.all([
      one.api.accounts.passwordReset({ oldPassword: demoPassword, newPassword: 'Erstes2027' }),
      two.api.accounts.passwordReset({ oldPassword: demoPassword, newPassword: 'Zweites2027' }),
    ])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('accepts the own mobile once as proof for an account without password', async () => {
    const person = await signInAs(app, 'person')
    const { mobile, passwordHash } = await own.rowOf('person')
    await own.change('person', { passwordHash: null })
    const reset = (ticket: string) => person.api.accounts.passwordReset({ ticket, newPassword })
    expect(failureOf(await reset('made up'))).toBe('ticketSpent')
    const foreign = await own.ticketFor({
      target: '13700000000',
      purpose: 'changeMobile',
      userId: await own.idOf(person),
    })
    expect(failureOf(await reset(foreign))).toBe('ticketSpent')
    const other = await own.ticketFor({ target: mobile ?? '', purpose: 'newMobile', userId: await own.idOf(person) })
    expect(failureOf(await reset(other))).toBe('ticketSpent')
    const ticket = await ownTicket(person, mobile)
    expect(fieldsWithErrors(await person.api.accounts.passwordReset({ ticket, newPassword: 'zu kurz' }))).toEqual([
      'newPassword',
    ])
    expect(failureOf(await reset(ticket))).toBe('none')
    expect(await own.login('person', newPassword)).toBe('none')
    await own.change('person', { passwordHash: null })
    expect(failureOf(await reset(ticket))).toBe('ticketSpent')
    await own.change('person', { passwordHash })
  })

  test('requires a session', async () => {
    const answer = await visitor(app).api.accounts.passwordReset({ oldPassword: demoPassword, newPassword })
    expect(failureOf(answer)).toBe('sessionInvalid')
  })
})
