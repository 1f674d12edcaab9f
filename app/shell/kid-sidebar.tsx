import { Gem, Gift, ListTodo, Sparkles, Sticker } from 'lucide-react'
import { SidebarContent, type Room, type SidebarContentProps } from './sidebar-content.tsx'

const room: Room = {
  title: 'myBubble',
  subtitle: 'haveFun',
  Icon: Sparkles,
  entries: [
    { label: 'myQuests', Icon: ListTodo, to: (memberId) => `/kid/${memberId}#quests` },
    { label: 'rewardStore', Icon: Gift, to: () => '#rewards' },
    { label: 'myGems', Icon: Gem, to: () => '#gems' },
    { label: 'stickerBook', Icon: Sticker, to: () => '#stickers', soon: true },
  ],
}

export default function KidSidebar(props: SidebarContentProps) {
  return <SidebarContent room={room} {...props} />
}
