/** What an announcement is about. */
export const announcementTopics = ['功能更新', '规则变更', '服务通知'] as const
export type AnnouncementTopic = (typeof announcementTopics)[number]
