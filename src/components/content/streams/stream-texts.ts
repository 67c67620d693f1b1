/** Checklist before a live class. */
export const streamChecks = [
  { title: '网络', text: '用网线，测三次上行取最低；会场另备一条手机热点。' },
  { title: '声音', text: '戴耳机试听一分钟，关闭扬声器与系统提示音，避免回声。' },
  { title: '画面', text: '主光在前，不要背对窗户；幻灯片字号不小于 24 磅。' },
  { title: '内容', text: '去掉未公开的结构、序列与客户名称；引用数据注明出处。' },
  { title: '提问', text: '安排一位同事看课堂提问，讲到一段再集中回答。' },
  { title: '备份', text: '本机同时录一份，推流中断时可以补传为回放。' },
] as const

/** Steps of a class on this site; the first one depends on operator review. */
export const streamSteps = (review: 'auto' | 'manual') => [
  {
    title: '发布课程',
    text: `开通店铺后在“店铺课程”填写时间、讲师与提纲；${review === 'manual' ? '平台审核通过后公开' : '演示环境自动审核，提交后即公开'}。`,
  },
  { title: '推流地址', text: '课程保存后显示它的流目录，由平台运营方把您的推流接到该目录，编码用 H.264 与 AAC。' },
  { title: '预约与提醒', text: '学员预约后，开课前 15 分钟收到提醒；改时间会通知已预约的人。' },
  { title: '回放与积分', text: '勾选回放的课程结束后可以再看；观看时长由服务器计，达到要求记积分。' },
]
