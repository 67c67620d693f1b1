import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { productForm } from '../../src/contract/catalogue/listing-form.ts'
import { contract } from '../../src/contract/contract.ts'
import { fieldMessage } from '../../src/contract/field-messages.ts'
import { users } from '../../src/db/tables/accounts.ts'
import { demoPassword } from '../support/accounts.ts'
import { signInAs, contentOf, failureOf, visitor } from '../support/client.ts'
import { appForFile } from '../support/fixtures.ts'

/** Full-width letters and digits are converted to half-width ones in numbers and codes, and kept in texts. */

const app = appForFile()

const wide = (text: string) =>
  text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).replaceAll(' ', '\u3000')

test('a full-width number or login name signs in; a full-width password is another password', async () => {
  const [buyer] = await app.db.select({ mobile: users.mobile }).from(users).where(eq(users.loginName, 'buyer'))
  const { api } = visitor(app)
  for (const loginName of [wide(buyer?.mobile ?? ''), wide('buyer'), ` ${wide('buyer')}\u3000`]) {
    contentOf(await api.accounts.login({ loginName, password: demoPassword }))
  }
  expect(failureOf(await api.accounts.login({ loginName: 'buyer', password: wide(demoPassword) }))).toBe(
    'wrongPassword',
  )
  const answer = await api.accounts.loginByMobile({ mobile: wide(buyer?.mobile ?? ''), smsCode: wide('000000') })
  expect(failureOf(answer)).toBe('codeWrong')
})

const { accounts, orders, catalogue, chat } = contract
const parsed = (schema: z.ZodType, input: unknown) => z.parse(schema, input, { error: fieldMessage })

test('converts credit code, document number, bank account, tracking number, CAS number and search words to half-width', () => {
  const { creditCode } = accounts.organizationAuthSave.input.shape
  expect(parsed(creditCode, wide('91350100m000100y43'))).toBe('91350100M000100Y43')
  const person = accounts.legalPersonSave.input
  expect(
    parsed(person, { name: '王（芳）', idNo: wide('51010419880512123X'), email: wide('a@example.com') }),
  ).toMatchObject({
    name: '王（芳）',
    idNo: '51010419880512123X',
    email: 'a@example.com',
  })
  expect(
    parsed(accounts.accountSave.input, { bankName: '招商银行（成都）', accountNo: wide('6225 8812 3456') }),
  ).toEqual({
    bankName: '招商银行（成都）',
    accountNo: '6225 8812 3456',
  })
  const handed = { orderId: 1, note: '已发出：２ 箱，请查收', trackingNo: wide('SF1234567890') }
  expect(parsed(orders.orderDeliver.input, handed)).toMatchObject({
    note: '已发出：２ 箱，请查收',
    trackingNo: 'SF1234567890',
  })
  const { cas, catalogueNo } = productForm.shape
  expect(parsed(cas, wide('103-90-2'))).toBe('103-90-2')
  expect(parsed(catalogueNo, wide('AB-12'))).toBe('AB-12')
  expect(parsed(catalogue.products.input, { keyword: wide('CAS 103') })).toMatchObject({ keyword: 'CAS 103' })
  const sent = { receiveId: 1, content: '价格（含税）：１２０ 元，可以吗？' }
  expect(parsed(chat.sendMessage.input, sent)).toMatchObject(sent)
})

test('keeps free text as typed', async () => {
  const seller = await signInAs(app, 'seller')
  const buyer = await signInAs(app, 'buyer')
  const { companyId } = contentOf(await seller.api.accounts.profile({}))
  const content = '报价（不含税）：１２０ 元；交期“两周”，ＯＫ？'
  contentOf(await buyer.api.chat.sendMessage({ isOrg: true, receiveOrgId: companyId ?? 0, content }))
  const { data } = contentOf(await buyer.api.chat.messages({ isOrg: true, receiveOrgId: companyId ?? 0 }))
  expect(JSON.stringify(data[0])).toContain(content)
})
