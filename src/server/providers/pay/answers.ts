/** What a gateway hears at the door, in its own words. After a no it comes again. */
export interface DoorAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const text = 'text/plain; charset=utf-8'
const json = 'application/json; charset=utf-8'

export const alipayAnswer = (took: boolean): DoorAnswer => ({
  ...{ status: 200, contentType: text, body: took ? 'success' : 'fail' },
})

export const wechatAnswer = (took: boolean): DoorAnswer =>
  took
    ? { status: 200, contentType: json, body: '{"code":"SUCCESS","message":"成功"}' }
    : { status: 500, contentType: json, body: '{"code":"FAIL","message":"失败"}' }

export const demoAnswer = (took: boolean): DoorAnswer => ({
  ...{ status: took ? 200 : 500, contentType: text, body: took ? 'success' : 'fail' },
})
