import { expect, test } from 'vitest'
import type { Answer } from '../../../src/contract/envelope.ts'
import { demoPassword } from '../../support/accounts.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { freshInvitation } from '../../support/scenes/accounts/people.ts'
import { appForFile } from '../../support/fixtures.ts'

/** Every call that sets a password rejects common ones and those containing public facts of the user. */

const app = appForFile()

const messageOf = (answer: Answer<unknown>): string => JSON.stringify(answer.ok ? '' : answer.failure.content)
const person = { loginName: 'tanglili', mobile: '13912345678', smsCode: '000000', agreed: true as const }

test.each(['woaini1314', '5201314a', 'qwerty123', 'a123456789', 'Aa123456', 'Demo@2026', 'trustno1', 'michael1'])(
  '%s is refused wherever a password is set, with what to do',
  async (password) => {
    const { api } = visitor(app)
    const buyer = await signInAs(app, 'buyer')
    const token = await freshInvitation(app, buyer)
    const answers = [
      await api.accounts.register({ ...person, password }),
      await api.accounts.registerSupplier({ ...person, password, companyName: '川西药业', contactName: '唐丽' }),
      await api.accounts.forgetPasswordByMobile({ mobile: person.mobile, ticket: 'x', password }),
      await buyer.api.accounts.passwordReset({ oldPassword: demoPassword, newPassword: password, ticket: '' }),
      await api.accounts.invitationAccept({ token, ticket: 'x', loginName: person.loginName, password, agreed: true }),
    ]
    for (const [index, answer] of answers.entries()) {
      expect(fieldsWithErrors(answer), String(index)).toEqual([index === 3 ? 'newPassword' : 'password'])
      expect(messageOf(answer), String(index)).toContain('请换')
    }
  },
)

test('rejects login name, number and company name in the password', async () => {
  const { api } = visitor(app)
  for (const password of ['Tanglili#77x', 'kd345678-xqz', 'chuanxi#7kd2', '川西药业kd72xq']) {
    const supplier = { ...person, password, companyName: '川西药业有限公司', contactName: '唐丽' }
    const answer = await api.accounts.registerSupplier(supplier)
    expect(messageOf(answer), password).toContain('密码不能含登录名、手机号或企业名称')
  }
})

test('accepts 8 to 64 characters unchanged, and rejects longer ones without hashing them', async () => {
  const buyer = await signInAs(app, 'buyer')
  const change = (oldPassword: string, newPassword: string) =>
    buyer.api.accounts.passwordReset({ oldPassword, newPassword, ticket: '' })
  const long = 'Zi7 qing-shan_lv shui, chang liu bu xi; you yu zai shui zhong ye.'.slice(0, 64)
  expect(fieldsWithErrors(await change(demoPassword, `${long}9`))).toEqual(['newPassword'])
  expect(fieldsWithErrors(await change(demoPassword, 'n7Kd2mX'))).toEqual(['newPassword'])
  contentOf(await change(demoPassword, long))
  const again = visitor(app)
  contentOf(await again.api.accounts.login({ loginName: 'buyer', password: long }))
  expect(failureOf(await again.api.accounts.login({ loginName: 'seller', password: 'x'.repeat(129) }))).toBe(
    'invalidInput',
  )
  // Passwords set before these rules stay valid.
  contentOf(await visitor(app).api.accounts.login({ loginName: 'seller', password: demoPassword }))
})
