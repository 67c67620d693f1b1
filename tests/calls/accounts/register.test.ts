import { eq, or } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { companies, users } from '../../../src/db/tables/accounts.ts'
import { operationLogs } from '../../../src/db/tables/operations.ts'
import { userAgreementVersion } from '../../../src/domain/accounts/certification.ts'
import { signInAs, contentOf, failureOf, fieldsWithErrors, visitor } from '../../support/client.ts'
import { ageCodes } from '../../support/verification-codes.ts'
import {
  requestAndReadCode,
  freshMobile,
  freshName,
  otherCodeThan,
  registerPerson,
  registration,
} from '../../support/sign-up.ts'
import { appForFile } from '../../support/fixtures.ts'

const app = appForFile()

const accountsLike = ({ loginName, mobile }: { loginName: string; mobile: string }) =>
  app.db
    .select()
    .from(users)
    .where(or(eq(users.loginName, loginName), eq(users.mobileHash, mobile)))

describe('register', () => {
  test('creates an account with consent, signs it in and writes the log', async () => {
    const client = visitor(app)
    const person = await registerPerson(app, client, { keepLogin: true })
    expect(contentOf(await client.api.accounts.profile({}))).toMatchObject({ userId: person.userId, companyId: null })
    expect(client.setCookies().every((line) => line.includes('Max-Age=864000'))).toBe(true)
    const [account] = await accountsLike(person)
    expect(account).toMatchObject({ mobile: person.mobile, agreementVersion: userAgreementVersion, locked: false })
    expect(account?.passwordHash).toMatch(/^\$argon2id\$/)
    const log = await app.db.select().from(operationLogs).where(eq(operationLogs.userId, person.userId))
    expect(log).toMatchObject([{ call: 'accounts.register', action: '登录', detail: '注册' }])
  })

  test('returns field errors: names like numbers, weak passwords, no consent', async () => {
    const call = (more: object) => visitor(app).post('/user-center/user/register', JSON.stringify(more))
    const form = registration()
    for (const [field, value] of [
      ['loginName', '13812345678'],
      ['loginName', '张三丰啊'],
      ['mobile', '12345678901'],
      ['smsCode', '12345'],
      ['password', 'short1'],
      ['agreed', false],
    ] as const) {
      const text = await (await call({ ...form, [field]: value })).text()
      expect(text, field).toContain(`"code":400`)
      expect(text).toContain(`"field":"${field}"`)
    }
    for (const password of ['onlyletters', '1234567890', form.loginName.toUpperCase()]) {
      const answer = await visitor(app).api.accounts.register({ ...form, password })
      expect(fieldsWithErrors(answer), password).toEqual(['password'])
    }
    expect(await accountsLike(form)).toEqual([])
  })

  test("accepts only the number's own code, once", async () => {
    const client = visitor(app)
    const [form, other] = [registration(), registration()]
    const smsCode = await requestAndReadCode(app, client, form.mobile, 'register')
    expect(failureOf(await client.api.accounts.register({ ...form, smsCode: otherCodeThan(smsCode) }))).toBe(
      'codeWrong',
    )
    expect(failureOf(await client.api.accounts.register({ ...other, smsCode }))).toBe('codeWrong')
    contentOf(await client.api.accounts.register({ ...form, smsCode }))
    const again = { ...form, loginName: freshName(), smsCode }
    expect(failureOf(await client.api.accounts.register(again))).toBe('codeWrong')
  })

  test('rejects a code of another purpose', async () => {
    const client = visitor(app)
    const form = registration()
    const smsCode = await requestAndReadCode(app, client, form.mobile, 'mobileRegisterLoginCaptcha')
    expect(failureOf(await client.api.accounts.register({ ...form, smsCode }))).toBe('codeWrong')
  })

  test('reveals a used number only to the holder of its code', async () => {
    const { mobile } = await registerPerson(app, visitor(app))
    await ageCodes(app, mobile, 61)
    const client = visitor(app)
    const form = registration({ mobile })
    const smsCode = await requestAndReadCode(app, client, mobile, 'register')
    expect(failureOf(await client.api.accounts.register({ ...form, smsCode: otherCodeThan(smsCode) }))).toBe(
      'codeWrong',
    )
    expect(failureOf(await client.api.accounts.register({ ...form, smsCode }))).toBe('mobileUsed')
  })

  test('a used name, in any case, leaves the code valid for another name', async () => {
    const client = visitor(app)
    const form = registration()
    const smsCode = await requestAndReadCode(app, client, form.mobile, 'register')
    expect(failureOf(await client.api.accounts.register({ ...form, smsCode, loginName: 'BUYER' }))).toBe(
      'loginNameUsed',
    )
    expect([...client.cookies.keys()]).toEqual(['browser'])
    contentOf(await client.api.accounts.register({ ...form, smsCode }))
  })

  test('creates one account under parallel requests with one code', async () => {
    const form = registration()
    const client = visitor(app)
    const smsCode = await requestAndReadCode(app, client, form.mobile, 'register')
    const tries = Array.from({ length: 5 }, () =>
      client.api.accounts.register({ ...form, smsCode, loginName: freshName() }),
    )
    const answers = (await Promise.all(tries)).map(failureOf)
    expect(answers.toSorted()).toEqual(['codeWrong', 'codeWrong', 'codeWrong', 'codeWrong', 'none'])
    expect(await accountsLike(form)).toHaveLength(1)
  })

  test('creates one account under parallel requests with one name', async () => {
    const loginName = freshName()
    const forms = await Promise.all(
      Array.from({ length: 5 }, async (_, i) => {
        const form = registration({ loginName: i % 2 === 0 ? loginName : loginName.toUpperCase() })
        const client = visitor(app)
        return { client, form: { ...form, smsCode: await requestAndReadCode(app, client, form.mobile, 'register') } }
      }),
    )
    const answers = (await Promise.all(forms.map(({ client, form }) => client.api.accounts.register(form)))).map(
      failureOf,
    )
    expect(answers.filter((answer) => answer === 'none')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'loginNameUsed')).toHaveLength(4)
  })
})

describe('with an invitation', () => {
  test('joins the inviting company', async () => {
    const buyer = await signInAs(app, 'buyer')
    const { companyId } = contentOf(await buyer.api.accounts.profile({}))
    const mobile = freshMobile()
    const invitation = contentOf(await buyer.api.accounts.invitationSave({ mobile, roleIds: [] }))
    const client = visitor(app)
    await registerPerson(app, client, { mobile, inviteCode: invitation.url })
    expect(contentOf(await client.api.accounts.profile({}))).toMatchObject({ companyId, isOwner: false, resources: '' })
  })

  test('creates no account if the invitation is unknown or for others, and leaves the code valid', async () => {
    const buyer = await signInAs(app, 'buyer')
    const { url } = contentOf(await buyer.api.accounts.invitationSave({ mobile: freshMobile(), roleIds: [] }))
    const client = visitor(app)
    const form = registration()
    const smsCode = await requestAndReadCode(app, client, form.mobile, 'register')
    const withInvite = (inviteCode: string) => client.api.accounts.register({ ...form, smsCode, inviteCode })
    expect(failureOf(await withInvite('never-given'))).toBe('invitationGone')
    expect(failureOf(await withInvite(url))).toBe('invitationOther')
    expect(await accountsLike(form)).toEqual([])
    contentOf(await withInvite(''))
  })
})

describe('registerSupplier', () => {
  const supplier = (companyName: string) => ({ ...registration(), companyName, contactName: '柳见山' })

  test('creates account and company together, its owner signed in', async () => {
    const client = visitor(app)
    const form = supplier(`苏州${freshName()}药物研究有限公司`)
    const smsCode = await requestAndReadCode(app, client, form.mobile, 'register')
    const { userInfo } = contentOf(await client.api.accounts.registerSupplier({ ...form, smsCode }))
    expect(userInfo).toMatchObject({ companyName: form.companyName, realName: '柳见山', isSaler: false })
    expect(contentOf(await client.api.accounts.profile({})).isOwner).toBe(true)
  })

  test('creates neither if the company exists, and leaves the code valid', async () => {
    const [known] = await app.db
      .select({ name: companies.name })
      .from(companies)
      .where(eq(companies.certification, 'approved'))
      .limit(1)
    const client = visitor(app)
    const form = supplier(known?.name ?? '')
    const smsCode = await requestAndReadCode(app, client, form.mobile, 'register')
    expect(failureOf(await client.api.accounts.registerSupplier({ ...form, smsCode }))).toBe('companyNameUsed')
    expect(await accountsLike(form)).toEqual([])
    const companyName = `${freshName()}有限公司`
    contentOf(await client.api.accounts.registerSupplier({ ...form, companyName, smsCode }))
  })

  test('returns field errors, also without the code', async () => {
    const form = supplier('')
    expect(fieldsWithErrors(await visitor(app).api.accounts.registerSupplier(form))).toEqual(['companyName'])
    const named = { ...form, companyName: `${freshName()}有限公司` }
    expect(
      fieldsWithErrors(await visitor(app).api.accounts.registerSupplier({ ...named, password: 'abcdefgh' })),
    ).toEqual(['password'])
    expect(failureOf(await visitor(app).api.accounts.registerSupplier(named))).toBe('codeWrong')
  })
})
