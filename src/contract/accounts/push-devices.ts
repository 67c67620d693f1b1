import { z } from 'zod'
import { maxEndpointLength } from '../../domain/accounts/push-devices.ts'
import { user } from '../access.ts'
import { call } from '../call.ts'
import { id, moment } from '../fields.ts'

const pushDevice = z.object({
  deviceId: id,
  /** 手机 Chrome, 电脑 Edge. */
  device: z.string(),
  createdAt: moment,
  /** Last message that its push service took; null = none yet. */
  sentAt: moment.nullable(),
  /** It belongs to the session of the call. */
  current: z.boolean(),
})
export type PushDevice = z.output<typeof pushDevice>

/** So many bytes in base64url without padding, as browsers give the keys of a subscription. */
const key = (bytes: number) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 8) / 6)}}$`), '浏览器给出的密钥无效')

export const pushDevicesCalls = {
  pushDevices: call({
    path: '/user-center/user/push-device/list',
    summary: '自己开启了设备通知的设备',
    access: user,
    reads: true,
    viewing: 'closed',
    input: z.object({}),
    output: z.object({
      /** Key with which browsers subscribe (65 bytes, base64url); empty = not set up in this installation. */
      publicKey: z.string(),
      data: z.array(pushDevice),
    }),
    ours: true,
  }),
  pushDeviceAdd: call({
    path: '/user-center/user/push-device/add',
    summary: '在本设备开启通知；随本次登录一同失效',
    access: user,
    input: z.object({
      /** Address of the browser's push service: https, public. */
      endpoint: z.url().max(maxEndpointLength),
      p256dh: key(65),
      auth: key(16),
    }),
    output: pushDevice,
    failures: ['pushUnavailable', 'pushEndpointRefused', 'tooManyPushDevices'],
    perMinute: 30,
    ours: true,
    logs: '开启设备通知',
  }),
  pushDeviceRemove: call({
    path: '/user-center/user/push-device/remove',
    summary: '关闭一台设备的通知',
    access: user,
    input: z.object({ deviceId: id }),
    output: z.object({}),
    ours: true,
    logs: '关闭设备通知',
  }),
  pushDeviceTest: call({
    path: '/user-center/user/push-device/test',
    summary: '向自己的一台设备发送测试通知',
    access: user,
    input: z.object({ deviceId: id }),
    output: z.object({}),
    failures: ['pushUnavailable'],
    perMinute: 5,
    ours: true,
  }),
}
