// The offers to likers: rules in order, and what they would send now.
const OffersSection = () => (
  <p className="lead-s mute">
    Here, rules will say which likers get an offer, how low it goes, and what it leaves you.
  </p>
);

export default OffersSection;
