import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { users } from '../../../src/db/tables/accounts.ts'
import { demoPassword } from '../../support/accounts.ts'
import { allCalls } from '../../support/all-calls.ts'
import { plantCaptcha } from '../../support/captchas.ts'
import { signInAs, visitor, type Client } from '../../support/client.ts'
import { ageCodes } from '../../support/verification-codes.ts'
import { freshMobile, freshName, goodPassword, registerPerson, registration } from '../../support/sign-up.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

/** Only the reader of a number's SMS learns whether it is registered. */

const app = appForFile()
const owner = clientForFile(app, 'buyer')

/** Numbers with an account, of every kind, and one without. */
async function numbers(): Promise<Record<'unknown' | 'person' | 'ofCompany' | 'locked', string>> {
  const person = await registerPerson(app, visitor(app))
  const locked = await registerPerson(app, visitor(app))
  await app.db.update(users).set({ locked: true }).where(eq(users.id, locked.userId))
  const { userId } = await colleague(app, await signInAs(app, 'buyer2'), [])
  const [row] = await app.db.select().from(users).where(eq(users.id, userId))
  const all = { unknown: freshMobile(), person: person.mobile, ofCompany: row?.mobile ?? '', locked: locked.mobile }
  for (const mobile of Object.values(all)) await ageCodes(app, mobile, 86_400)
  return all
}

type Asked = (client: Client, mobile: string) => Promise<unknown>
const captcha = () => plantCaptcha(app)
const code = '123456'

/** Every call that takes a number possibly belonging to others. */
const asked: Readonly<Record<string, Asked>> = {
  login: async ({ api }, mobile) => {
    const answers: unknown[] = []
    for (let i = 0; i < 4; i += 1) {
      answers.push(await api.accounts.login({ loginName: mobile, password: 'Cuowu2026', ...(await captcha()) }))
    }
    return answers
  },
  loginByMobile: ({ api }, mobile) => api.accounts.loginByMobile({ mobile, smsCode: code }),
  register: ({ api }, mobile) => api.accounts.register(registration({ mobile, loginName: freshName() })),
  registerSupplier: ({ api }, mobile) =>
    api.accounts.registerSupplier({ ...registration({ mobile }), companyName: '川西药业', contactName: '唐丽' }),
  registerLoginByMobile: ({ api }, mobile) =>
    api.accounts.registerLoginByMobile({ mobile, smsCode: code, agreed: true }),
  forgetPasswordByMobile: ({ api }, mobile) =>
    api.accounts.forgetPasswordByMobile({ mobile, ticket: 'x', password: goodPassword }),
  smsCaptcha: async ({ api }, mobile) => api.accounts.smsCaptcha({ mobile, purpose: 'register', ...(await captcha()) }),
  mobileLoginCaptcha: async ({ api }, mobile) => api.accounts.mobileLoginCaptcha({ mobile, ...(await captcha()) }),
  mobileRegisterLoginCaptcha: async ({ api }, mobile) =>
    api.accounts.mobileRegisterLoginCaptcha({ mobile, ...(await captcha()) }),
  resetPasswordCaptchaSend: async ({ api }, mobile) =>
    api.accounts.resetPasswordCaptchaSend({ mobile, ...(await captcha()) }),
  resetPasswordCaptchaCheck: ({ api }, mobile) => api.accounts.resetPasswordCaptchaCheck({ mobile, smsCode: code }),
  mobileCaptchaCheck: ({ api }, mobile) =>
    api.accounts.mobileCaptchaCheck({ mobile, smsCode: code, purpose: 'resetPassword' }),
  mobileReset: (_, newMobile) =>
    owner.api.accounts.mobileReset({ newMobile, smsCode: code, password: demoPassword, ticket: '' }),
  mobileUnique: ({ api }, mobile) => api.accounts.mobileUnique({ mobile, smsCode: code }),
  mobileValid: ({ api }, mobile) => api.accounts.mobileValid({ mobile }),
  loginNameExists: async ({ api }, mobile) => api.accounts.loginNameExists({ loginName: mobile, ...(await captcha()) }),
  subAccountSave: (_, mobile) => invite(mobile),
  subAccountMatch: (_, mobile) => owner.api.accounts.subAccountMatch({ loginName: 'seller', mobile }),
  subAccounts: (_, mobile) => owner.api.accounts.subAccounts({ keyword: mobile }),
  invitationSave: async (_, mobile) => (await owner.api.accounts.invitationSave({ mobile })).ok,
}
/** Calls of forms that save a number as data, without looking up an account. */
const onlyKept = [
  'accounts.userCardSave',
  'accounts.legalPersonSave',
  'demands.leadCreate',
  'content.digitalJoin',
  'orders.addressSave',
  'orders.addressUpdate',
  'projects.bookingOrder',
]

/** Values that differ between invitations are removed. */
async function invite(mobile: string): Promise<unknown> {
  const answer = await owner.api.accounts.subAccountSave({ mobile, realName: '文澜' })
  if (!answer.ok) return answer
  await owner.api.accounts.invitationRevoke({ invitationId: answer.content.invitationId })
  return Object.keys(answer.content)
}

describe('no call reveals whether a number is registered', () => {
  test.each(Object.entries(asked))('%s', async (_name, ask) => {
    const all = await numbers()
    const answers = new Map<string, unknown>()
    for (const [kind, mobile] of Object.entries(all)) answers.set(kind, await ask(visitor(app), mobile))
    for (const kind of ['person', 'ofCompany', 'locked']) {
      expect(answers.get(kind), kind).toEqual(answers.get('unknown'))
    }
  })

  test.each(['subAccountSave', 'resetPasswordCaptchaSend', 'mobileLoginCaptcha'])('%s, by its time', async (name) => {
    const seconds: Record<'unknown' | 'person', number[]> = { unknown: [], person: [] }
    for (let i = 0; i < 5; i += 1) {
      const all = await numbers()
      for (const kind of ['unknown', 'person'] as const) {
        const client = visitor(app)
        const started = performance.now()
        await asked[name]?.(client, all[kind])
        seconds[kind].push(performance.now() - started)
      }
    }
    const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[2] ?? 0
    expect(Math.min(...seconds.unknown, ...seconds.person)).toBeGreaterThanOrEqual(149)
    expect(Math.abs(median(seconds.unknown) - median(seconds.person))).toBeLessThan(60)
  })

  test('every call that takes a number is tested here', () => {
    const taking = allCalls.filter(({ call }) => takesMobile(call.input)).map(({ name }) => name)
    const known = [...Object.keys(asked).map((name) => `accounts.${name}`), ...onlyKept]
    expect(taking.filter((name) => !known.includes(name))).toEqual([])
  })
})

const takesMobile = (input: z.ZodType): boolean =>
  /"(mobile|newMobile)":/.test(JSON.stringify(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })))
