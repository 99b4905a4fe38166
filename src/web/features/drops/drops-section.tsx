// Price drops by plan: which prices drop, when, and by how much.
const DropsSection = () => (
  <p className="lead-s mute">Here, plans will say which prices drop on which days, and never below your floor.</p>
);

export default DropsSection;
