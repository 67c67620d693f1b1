import { expect, test } from 'vitest'
import { isPasswordAllowed, getPasswordErrors } from '../../src/domain/accounts/password-rules.ts'

test.each([
  'woaini1314',
  '5201314a',
  'qwerty123',
  'a123456789',
  'Aa123456',
  'Demo@2026',
  'abc12345',
  'Password1',
  'P@ssw0rd123',
  'wang123456',
  '123456zhang',
  '1qaz2wsx',
  'qwe123456',
  'admin888',
  'Test1234',
  'aaaa1111',
  'user20261123',
  'a1b2c3d4',
  'woaiwojia520',
  'Huawei@123',
  'iloveyou1314',
  'zxcvbnm123',
  '987654321a',
  'Liu19880512',
  'mima123456',
  'asdf@1234',
])('%s is too common', (password) => {
  expect(getPasswordErrors(password)[0]).toMatch(/常见/)
})

test.each([
  'Yanfa@2027',
  'Kaoyan2026',
  'Muhai2026',
  'Xinmima-2027',
  'tai5yang-de-guang',
  'n7Kd2mXp',
  '蓝色的大象2026a',
  'a4f3c2-91be07-5d2e11-c0ffee',
])('%s may be used', (password) => {
  expect(getPasswordErrors(password)).toEqual([])
})

test('a length of 8 to 64, letters and digits', () => {
  expect(getPasswordErrors('n7Kd2mX')[0]).toBe('密码须为 8~64 位')
  expect(getPasswordErrors(`n7Kd2mXp${'k'.repeat(57)}`)[0]).toBe('密码须为 8~64 位')
  expect(isPasswordAllowed(`n7Kd2mXp${'ky'.repeat(28)}`)).toBe(true)
  expect(getPasswordErrors('nKdmXptqs')[0]).toBe('密码须含字母与数字')
})

test('rejects passwords with public data of the person', () => {
  const owner = {
    loginName: 'ruixin_wang',
    mobile: '13800138642',
    companyName: '成都瑞芯生物科技有限公司',
    companySound: 'chengduruixinshengwukejiyouxiangongsi',
  }
  const refused = ['Ruixin_Wang77', 'kd138642-xq', 'ruixin#7kd2', '瑞芯生物kd72xq']
  for (const password of refused)
    expect(getPasswordErrors(password, owner)[0], password).toMatch(/登录名、手机号或企业名称/)
  expect(getPasswordErrors('n7Kd2mXp', owner)).toEqual([])
})
