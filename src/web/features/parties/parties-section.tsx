// Parties and share-backs: what Hangtag shares beside your own rounds.
const PartiesSection = () => (
  <p className="lead-s mute">Here you’ll see Poshmark’s parties, which listings match them, and who shared yours.</p>
);

export default PartiesSection;
