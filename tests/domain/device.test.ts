import { expect, test } from 'vitest'
import { deviceOf } from '../../src/domain/accounts/device.ts'

const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; Android 15; V2405A)'
const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  ['电脑 Chrome', `${mac} ${chrome} Safari/537.36`],
  ['电脑 Edge', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${chrome} Safari/537.36 Edg/142.0.0.0`],
  ['电脑 Safari', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.2 Safari/605.1.15`],
  ['电脑 Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['手机 Safari', `${iphone} Version/18.2 Mobile/15E148 Safari/604.1`],
  ['手机 Chrome', `${iphone} CriOS/142.0 Mobile/15E148 Safari/604.1`],
  ['手机 Chrome', `${android} ${chrome} Mobile Safari/537.36`],
  ['手机 UC 浏览器', `${android} ${chrome} UCBrowser/17.2 Mobile Safari/537.36`],
  ['平板 Chrome', `${android} ${chrome} Safari/537.36`],
  ['平板 Safari', 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) Version/16.6 Mobile/15E148 Safari/604.1'],
  ['微信', `${iphone} Mobile/15E148 MicroMessenger/8.0.56(0x1800382f) NetType/WIFI Language/zh_CN`],
  ['企业微信', `${iphone} Mobile/15E148 wxwork/4.1.30 MicroMessenger/7.0.1 Language/zh`],
  ['小程序', `${android} ${chrome} Mobile Safari/537.36 MicroMessenger/8.0.56 miniProgram/wx3b`],
  ['未知设备', ''],
  ['未知设备', 'curl/8.9.1'],
  ['未知设备', 'node'],
])('%s', (device, userAgent) => expect(deviceOf(userAgent)).toBe(device))
