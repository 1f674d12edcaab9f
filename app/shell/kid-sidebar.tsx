import { Gem, Gift, ListTodo, Sparkles, Sticker } from 'lucide-react'
import { SidebarContent, type Room, type SidebarContentProps } from './sidebar-content.tsx'

const room: Room = {
  title: 'My Bubble',
  subtitle: "Let's have fun!",
  Icon: Sparkles,
  entries: [
    { label: 'My Quests', Icon: ListTodo, to: (memberId) => `/kid/${memberId}#quests` },
    { label: 'Reward Store', Icon: Gift, to: () => '#rewards' },
    { label: 'My Gems', Icon: Gem, to: () => '#gems' },
    { label: 'Sticker Book', Icon: Sticker, to: () => '#stickers', soon: true },
  ],
}

export default function KidSidebar(props: SidebarContentProps) {
  return <SidebarContent room={room} {...props} />
}
