import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../../../src/db/tables/accounts.ts'
import { demoPassword } from '../../support/accounts.ts'
import { signInAs, contentOf, failureOf, visitor, type Client } from '../../support/client.ts'
import { lastCode, ageCodes } from '../../support/verification-codes.ts'
import { tokenCookie } from '../../support/session-cookies.ts'
import { requestAndReadCode } from '../../support/sign-up.ts'
import { ownAccount } from './own-account.ts'
import { invitationTo } from '../../support/scenes/accounts/people.ts'
import { comeBack, ssoScene, type SsoScene } from '../../support/scenes/accounts/sso.ts'
import { enrol, firstStep, letStepsPass, shownBy, ticketOf } from '../../support/scenes/accounts/two-factor.ts'

let scene: SsoScene
let app: SsoScene['app']
let secret = ''
let mobile = ''
beforeAll(async () => {
  scene = await ssoScene()
  ;({ app } = scene)
  ;({ secret } = await enrol(app, await signInAs(app, 'buyer2')))
  mobile = (await ownAccount(app).rowOf('buyer2')).mobile ?? ''
})
afterAll(() => scene.close())

const confirm = (client: Client, ticket: string) =>
  client.api.accounts.confirmSecondStep({ ticket, code: shownBy(secret) })
const lastLine = async (client: Client) => contentOf(await client.api.accounts.ownOperations({})).data[0]

describe('first steps before two-factor authentication', () => {
  test.each([
    ['loginByMobile', 'mobileLoginCaptcha'],
    ['registerLoginByMobile', 'mobileRegisterLoginCaptcha'],
  ] as const)('%s opens no session before the second', async (call, sending) => {
    await letStepsPass(app)
    await ageCodes(app, mobile, 86_400)
    const client = visitor(app)
    const smsCode = await requestAndReadCode(app, client, mobile, sending)
    const answer = await client.api.accounts[call]({ mobile, smsCode, agreed: true })
    expect(failureOf(answer)).toBe('secondStepNeeded')
    expect(client.cookies.has(tokenCookie)).toBe(false)
    expect(contentOf(await confirm(client, ticketOf(answer))).userInfo.loginName).toBe('buyer2')
    expect(await lastLine(client)).toMatchObject({ action: '登录', detail: '短信验证码，动态码' })
  })
})

test('a single sign-on is only a first step, and its path comes with the ticket', async () => {
  await letStepsPass(app)
  scene.nextPerson()
  Object.assign(scene.provider.behaviour, { claims: { phone_number: mobile, phone_number_verified: true } })
  const client = visitor(app)
  const answer = await comeBack(client, await scene.goThere(client, '/demandHall?current=2'))
  expect(failureOf(answer)).toBe('secondStepNeeded')
  expect(answer).toMatchObject({ failure: { content: { redirect: '/demandHall?current=2' } } })
  expect(client.cookies.has(tokenCookie)).toBe(false)
  expect(contentOf(await confirm(client, ticketOf(answer))).userInfo.loginName).toBe('buyer2')
  expect(await lastLine(client)).toMatchObject({ action: '登录', detail: '园区统一登录，动态码' })
})

test('an invitation accepted with a code by SMS joins, and is only a first step', async () => {
  const { secret: own } = await enrol(app, await signInAs(app, 'person'))
  const { mobile: invited } = await ownAccount(app).rowOf('person')
  const owner = await signInAs(app, 'buyer')
  contentOf(await owner.api.accounts.subAccountSave({ realName: '文澜', mobile: invited ?? '' }))
  const client = visitor(app)
  const token = await invitationTo(app, invited ?? '')
  contentOf(await client.api.accounts.invitationCodeSend({ token }))
  const smsCode = await lastCode(app, invited ?? '')
  const { ticket } = contentOf(await client.api.accounts.invitationCodeCheck({ token, smsCode }))
  const answer = await client.api.accounts.invitationAccept({ token, ticket })
  expect(failureOf(answer)).toBe('secondStepNeeded')
  expect(client.cookies.has(tokenCookie)).toBe(false)
  const code = shownBy(own)
  const { userInfo } = contentOf(await client.api.accounts.confirmSecondStep({ ticket: ticketOf(answer), code }))
  expect(userInfo).toMatchObject({ loginName: 'person', companyId: 1 })
})

test('a password changed meanwhile invalidates the first step', async () => {
  await letStepsPass(app)
  const owner = await signInAs(app, 'seller3')
  const { secret: own } = await enrol(app, owner)
  const client = visitor(app)
  const ticket = await firstStep(client, 'seller3')
  contentOf(await owner.api.accounts.passwordReset({ oldPassword: demoPassword, newPassword: 'Yanfa@2027' }))
  const late = await client.api.accounts.confirmSecondStep({ ticket, code: shownBy(own) })
  expect(failureOf(late)).toBe('ticketSpent')
  expect(client.cookies.has(tokenCookie)).toBe(false)
  await letStepsPass(app)
  const again = await firstStep(client, 'seller3', 'Yanfa@2027')
  contentOf(await client.api.accounts.confirmSecondStep({ ticket: again, code: shownBy(own) }))
  const [row] = await app.db.select().from(users).where(eq(users.loginName, 'seller3'))
  expect(row?.passwordChangedAt).not.toBeNull()
})
