import { beforeAll, describe, expect, test } from 'vitest'
import { idCardCheck } from '../../../src/domain/accounts/id-card.ts'
import { contentOf, failureOf, fieldsWithErrors, visitor, type Client } from '../../support/client.ts'
import { certifiedOwner, details, loner, newName } from '../../support/scenes/accounts/company.ts'
import { colleague } from '../../support/scenes/accounts/people.ts'
import { appForFile, clientForFile } from '../../support/fixtures.ts'

const app = appForFile()
const owner = clientForFile(app, 'buyer')
let without: Client
beforeAll(async () => {
  without = (await colleague(app, owner, ['my_orders'])).client
})

describe('legalPersonSave and legalPerson', () => {
  const first17 = '51010719850612301'
  const idNo = `${first17}${idCardCheck(first17)}`

  test('save the numbers, return them masked, and treat a mask as unchanged', async () => {
    const { client } = await certifiedOwner(app)
    const begin = contentOf(await client.api.accounts.legalPerson({}))
    expect(begin).toMatchObject({ name: '程砚秋', idNo: '', mobile: '' })
    contentOf(await client.api.accounts.legalPersonSave({ name: '程砚秋', idNo, mobile: '13812345678' }))
    const shown = contentOf(await client.api.accounts.legalPerson({}))
    expect(shown).toMatchObject({ idNo: `510${'*'.repeat(11)}${idNo.slice(-4)}`, mobile: '138****5678' })
    contentOf(await client.api.accounts.legalPersonSave({ ...shown, name: '程砚冬' }))
    expect(contentOf(await client.api.accounts.legalPerson({}))).toEqual({ ...shown, name: '程砚冬' })
    const another = { ...shown, idNo: `511${shown.idNo.slice(3)}` }
    expect(fieldsWithErrors(await client.api.accounts.legalPersonSave(another))).toEqual(['idNo'])
  })

  test('reject invalid numbers, masks of others, users without the permission and visitors', async () => {
    const { client } = await certifiedOwner(app)
    const wrong = `${first17}${idCardCheck(first17) === '0' ? '1' : '0'}`
    const save = (input: { idNo?: string; mobile?: string }) =>
      client.api.accounts.legalPersonSave({ name: '程砚秋', ...input })
    expect(fieldsWithErrors(await save({ idNo: wrong }))).toEqual(['idNo'])
    expect(fieldsWithErrors(await save({ idNo: '510***********3011' }))).toEqual(['idNo'])
    expect(fieldsWithErrors(await save({ mobile: '138****0000' }))).toEqual(['mobile'])
    expect(
      contentOf(await client.api.accounts.legalPersonSave({ name: 'A', idType: 'passport', idNo: 'E12345678' })),
    ).toEqual({})
    for (const [who, failure] of [
      [without, 'forbidden'],
      [visitor(app), 'sessionInvalid'],
    ] as const) {
      expect(failureOf(await who.api.accounts.legalPersonSave({ name: '程砚秋' }))).toBe(failure)
      expect(failureOf(await who.api.accounts.legalPerson({}))).toBe(failure)
    }
    expect(failureOf(await (await loner(app)).client.api.accounts.legalPerson({}))).toBe('notCertified')
  })
})

describe('invoiceSave and invoice', () => {
  test("start with the company's name and code, then return what was saved", async () => {
    const { client, licence } = await certifiedOwner(app)
    const begin = contentOf(await client.api.accounts.invoice({}))
    expect(begin).toMatchObject({ saved: false, title: licence.companyName, taxNo: licence.creditCode })
    const full = {
      bankName: '招商银行成都分行',
      bankAccount: '6226 0912-3456',
      address: '科园南路 88 号',
      phone: '028-85123456',
    }
    const input = { kind: 'special' as const, title: licence.companyName, taxNo: licence.creditCode, ...full }
    contentOf(await client.api.accounts.invoiceSave(input))
    const saved = contentOf(await client.api.accounts.invoice({}))
    expect(saved).toMatchObject({ saved: true, kind: 'special', bankAccount: '622609123456' })
  })

  test('reject 专票 without bank details, invalid codes, users without the permission and visitors', async () => {
    const { client, licence } = await certifiedOwner(app)
    const bare = { title: licence.companyName, taxNo: licence.creditCode }
    expect(fieldsWithErrors(await client.api.accounts.invoiceSave({ ...bare, kind: 'special' }))).toEqual([
      'bankName',
      'bankAccount',
      'address',
      'phone',
    ])
    const wrong = { ...bare, taxNo: `${licence.creditCode.slice(0, 17)}I` }
    expect(fieldsWithErrors(await client.api.accounts.invoiceSave(wrong))).toEqual(['taxNo'])
    contentOf(await client.api.accounts.invoiceSave(bare))
    expect(failureOf(await without.api.accounts.invoiceSave(bare))).toBe('forbidden')
    expect(contentOf(await without.api.accounts.invoice({})).title).toBe('成都衡序医药科技有限公司')
    expect(failureOf(await visitor(app).api.accounts.invoiceSave(bare))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.accounts.invoice({}))).toBe('sessionInvalid')
  })
})

describe('accountSave and account', () => {
  test('save the bank account under the certified name', async () => {
    const { client, licence } = await certifiedOwner(app)
    expect(contentOf(await client.api.accounts.account({}))).toMatchObject({ saved: false, accountNo: '' })
    contentOf(await client.api.accounts.accountSave({ bankName: '中国银行', accountNo: '4402 1234 5678 9012' }))
    expect(contentOf(await client.api.accounts.account({}))).toMatchObject({
      saved: true,
      accountName: licence.companyName,
      bankName: '中国银行',
      accountNo: '4402123456789012',
      change: null,
    })
  })

  test('reject short numbers, uncertified companies, users without the permission and visitors', async () => {
    const input = { bankName: '中国银行', accountNo: '4402123456789012' }
    expect(fieldsWithErrors(await owner.api.accounts.accountSave({ ...input, accountNo: '1234' }))).toEqual([
      'accountNo',
    ])
    const { client } = await loner(app)
    contentOf(await client.api.accounts.buyerCompanySave(details({ companyName: newName() })))
    expect(failureOf(await client.api.accounts.accountSave(input))).toBe('notCertified')
    expect(failureOf(await without.api.accounts.accountSave(input))).toBe('forbidden')
    expect(failureOf(await without.api.accounts.account({}))).toBe('forbidden')
    expect(failureOf(await visitor(app).api.accounts.accountSave(input))).toBe('sessionInvalid')
    expect(failureOf(await visitor(app).api.accounts.account({}))).toBe('sessionInvalid')
  })
})
